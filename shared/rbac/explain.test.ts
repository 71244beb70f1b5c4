import fc from "fast-check";
import { expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { explain } from "./explain.ts";
import { policyOf } from "./policy.ts";
import { ruleAllows } from "./ruleMatch.ts";
import { applyingSubject } from "./subjects.ts";
import { access, model, user } from "./testing/arbitraries.ts";
import { GET_PODS } from "./testing/universe.ts";

it("allows exactly what authorize allows, starting with the same grant", () => {
  fc.assert(
    fc.property(model, user, access, (state, who, request) => {
      const policy = policyOf(state);
      const explanation = explain(policy, who, request);
      const { grant } = authorize(policy, who, request);
      expect(explanation.allowed).toBe(grant !== undefined);
      expect(explanation.grants[0]).toEqual(grant);
      if (explanation.allowed) expect(explanation.nearMisses).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it("lists every matching grant of every binding in scope", () => {
  fc.assert(
    fc.property(model, user, access, (state, who, request) => {
      const policy = policyOf(state);
      const inScope = state.bindings.filter(
        ({ namespace }) => namespace === "" || (request.resourceRequest && namespace === request.namespace),
      );
      const expected = inScope.flatMap((binding) =>
        applyingSubject(binding, who) === undefined
          ? []
          : (policy.roleOf(binding)?.rules ?? []).filter((rule) => ruleAllows(rule, request)),
      );
      expect(explain(policy, who, request).grants).toHaveLength(expected.length);
    }),
  );
});

it("reports bindings whose role is missing", () => {
  const binding = {
    name: "d",
    namespace: "n",
    roleRef: { kind: "Role", name: "gone" },
    subjects: [{ kind: "User", name: "alice" }],
  };
  const policy = policyOf({ roles: [], bindings: [binding] });
  const alice = { username: "alice", groups: [] };
  expect(explain(policy, alice, { ...GET_PODS, namespace: "n" }).dangling).toEqual([binding]);
  expect(explain(policy, alice, { ...GET_PODS, namespace: "m" }).dangling).toEqual([]);
});
