import fc from "fast-check";
import { expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { policyOf } from "./policy.ts";
import { ruleAllows } from "./ruleMatch.ts";
import { access, model, user } from "./testing/arbitraries.ts";
import { whoCan } from "./whoCan.ts";

it("lists a subject exactly for users who are allowed", () => {
  fc.assert(
    fc.property(model, user, access, (state, who, request) => {
      const policy = policyOf(state);
      const named = whoCan(policy, request).some(({ subject }) =>
        subject.kind === "User" ? subject.name === who.username : who.groups.includes(subject.name),
      );
      expect(named).toBe(authorize(policy, who, request).grant !== undefined);
    }),
    { numRuns: 500 },
  );
});

it("includes the granting rule", () => {
  fc.assert(
    fc.property(model, access, (state, request) => {
      for (const { rule, role, binding } of whoCan(policyOf(state), request)) {
        expect(ruleAllows(rule, request)).toBe(true);
        expect(role.rules).toContain(rule);
        expect(binding.roleRef.name).toBe(role.name);
      }
    }),
  );
});
