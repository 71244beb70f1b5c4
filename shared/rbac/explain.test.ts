import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorize, explain, rulesFor, whoCan } from "./explain.ts";
import { rulesAllow } from "./ruleMatch.ts";
import { access, model } from "./testing/arbitraries.ts";
import type { AccessModel, AccessRequest, ResourceAccess } from "./types.ts";

const user = fc.record({
  username: fc.constantFrom("alice", "bob"),
  groups: fc.uniqueArray(fc.constantFrom<string>("dev", "qa")),
});
const scopeOf = (request: AccessRequest): string => (request.resourceRequest ? request.namespace : "");

describe("laws", () => {
  it("explain allows exactly what authorize allows", () => {
    fc.assert(
      fc.property(model, user, access, (state, who, request) => {
        const explanation = explain(state, who, request);
        expect(explanation.allowed).toBe(authorize(state, who, request));
        expect(explanation.grants.length > 0).toBe(explanation.allowed);
        if (explanation.allowed) expect(explanation.nearMisses).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("rulesFor holds exactly what authorize allows", () => {
    fc.assert(
      fc.property(model, user, access, (state, who, request) => {
        expect(rulesAllow(rulesFor(state, who, scopeOf(request)), request)).toBe(authorize(state, who, request));
      }),
      { numRuns: 500 },
    );
  });

  it("whoCan names a subject exactly for those who are allowed", () => {
    fc.assert(
      fc.property(model, user, access, (state, who, request) => {
        const named = whoCan(state, request).some(({ subject }) =>
          subject.kind === "User" ? subject.name === who.username : who.groups.includes(subject.name),
        );
        expect(named).toBe(authorize(state, who, request));
      }),
      { numRuns: 500 },
    );
  });

  it("another binding never takes a permission away", () => {
    fc.assert(
      fc.property(model, model, user, access, (state, more, who, request) => {
        fc.pre(authorize(state, who, request));
        expect(authorize({ ...state, bindings: [...more.bindings, ...state.bindings] }, who, request)).toBe(true);
      }),
    );
  });
});

describe("near misses", () => {
  const state: AccessModel = {
    roles: [
      {
        name: "r",
        namespace: "n",
        rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"], resourceNames: ["a"] }],
      },
    ],
    bindings: [
      { name: "b", namespace: "n", roleRef: { kind: "Role", name: "r" }, subjects: [{ kind: "User", name: "alice" }] },
      {
        name: "d",
        namespace: "n",
        roleRef: { kind: "Role", name: "gone" },
        subjects: [{ kind: "User", name: "alice" }],
      },
    ],
  };
  const alice = { username: "alice", groups: [] };
  const request = (parts: Partial<ResourceAccess>): ResourceAccess => ({
    resourceRequest: true,
    verb: "get",
    group: "",
    resource: "pods",
    subresource: "",
    namespace: "n",
    name: "a",
    ...parts,
  });

  it.each([
    [{ name: "b" }, "name"],
    [{ verb: "list" }, "verb"],
    [{ namespace: "m" }, "namespace"],
    [{ resource: "secrets" }, "resource"],
    [{ group: "apps" }, "group"],
  ])("a request that differs in %j lacks the %s", (parts, lacks) => {
    const { allowed, nearMisses } = explain(state, alice, request(parts));
    expect(allowed).toBe(false);
    expect(nearMisses.map((miss) => miss.lacks)).toEqual([lacks]);
    expect(nearMisses[0]?.grant.text).toBe('RoleBinding "b/n" of Role "r" to User "alice"');
  });

  it("finds nothing near when two respects differ, and names dangling bindings", () => {
    const { nearMisses, dangling } = explain(state, alice, request({ verb: "list", name: "b" }));
    expect(nearMisses).toEqual([]);
    expect(dangling.map(({ name }) => name)).toEqual(["d"]);
  });
});
