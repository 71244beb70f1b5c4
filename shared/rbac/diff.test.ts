import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { condenseRules } from "./condense.ts";
import { diff } from "./diff.ts";
import { policyOf } from "./policy.ts";
import { model, rule } from "./testing/arbitraries.ts";
import { LONE_SUBJECTS, universe } from "./testing/universe.ts";
import type { AccessModel, Policy, PolicyRule } from "./types.ts";

const requests = [...universe()];
const agree = (a: Policy, b: Policy): boolean =>
  LONE_SUBJECTS.every((user) =>
    requests.every(
      (request) =>
        (authorize(a, user, request).grant === undefined) === (authorize(b, user, request).grant === undefined),
    ),
  );

/** The same permissions in other words: rules broken down, bindings duplicated. */
const reworded = (state: AccessModel): AccessModel => ({
  roles: state.roles.map((role) => ({ ...role, rules: condenseRules(role.rules) })),
  bindings: [...state.bindings].reverse(),
});

describe("Invariants", () => {
  it("is empty exactly if both policies allow the same", () => {
    fc.assert(
      fc.property(model, model, (before, after) => {
        const [a, b] = [policyOf(before), policyOf(after)];
        expect(diff(a, b).length === 0).toBe(agree(a, b));
      }),
      { numRuns: 40 },
    );
  });

  it("is empty exactly if a small change has no effect", () => {
    fc.assert(
      fc.property(model, fc.nat(5), fc.nat(5), rule, (before, gone, changed, more) => {
        const roles = before.roles.map((role, i) => (i === changed ? { ...role, rules: [...role.rules, more] } : role));
        const after = { roles, bindings: before.bindings.filter((_, i) => i !== gone) };
        const [a, b] = [policyOf(before), policyOf(after)];
        expect(diff(a, b).length === 0).toBe(agree(a, b));
      }),
      { numRuns: 60 },
    );
  });

  it("is empty for an equivalent policy", () => {
    fc.assert(
      fc.property(model, (state) => {
        expect(diff(policyOf(state), policyOf(reworded(state)))).toEqual([]);
      }),
    );
  });

  it("swaps gains and losses with its arguments", () => {
    fc.assert(
      fc.property(model, model, (before, after) => {
        const [a, b] = [policyOf(before), policyOf(after)];
        const swapped = diff(b, a).map(({ gained, lost, ...rest }) => ({ ...rest, gained: lost, lost: gained }));
        expect(diff(a, b)).toEqual(swapped);
      }),
    );
  });
});

describe("diff", () => {
  const pods = (...verbs: string[]): PolicyRule => ({ verbs, apiGroups: [""], resources: ["pods"] });
  const state = (namespace: string, ...rules: PolicyRule[]): Policy =>
    policyOf({
      roles: [{ name: "r", namespace: "", rules }],
      bindings: [
        {
          name: "b",
          namespace,
          roleRef: { kind: "ClusterRole", name: "r" },
          subjects: [
            { kind: "Group", name: "dev" },
            { kind: "ServiceAccount", name: "robot", namespace: "n" },
          ],
        },
      ],
    });

  it("lists gained and lost permissions per subject and scope", () => {
    expect(diff(state("n", pods("get", "list")), state("n", pods("list", "watch", "create")))).toEqual([
      {
        subject: { kind: "Group", name: "dev" },
        namespace: "n",
        gained: [pods("create", "watch")],
        lost: [pods("get")],
      },
      {
        subject: { kind: "ServiceAccount", name: "robot", namespace: "n" },
        namespace: "n",
        gained: [pods("create", "watch")],
        lost: [pods("get")],
      },
    ]);
  });

  it("does not repeat cluster-wide changes for a namespace", () => {
    const changes = diff(state("n", pods("get")), state("", pods("get")));
    expect(changes.map(({ namespace, gained, lost }) => [namespace, gained, lost])).toEqual([
      ["", [pods("get")], []],
      ["", [pods("get")], []],
    ]);
  });

  it("ignores non-resource URLs in role bindings", () => {
    expect(
      diff(policyOf({ roles: [], bindings: [] }), state("n", { verbs: ["get"], nonResourceURLs: ["/x"] })),
    ).toEqual([]);
  });
});
