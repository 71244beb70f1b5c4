import fc from "fast-check";
import { expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { policyOf } from "./policy.ts";
import { rolesAllowing } from "./rolesAllowing.ts";
import { access, model } from "./testing/arbitraries.ts";
import { GET_PODS } from "./testing/universe.ts";
import type { PolicyRule, RoleShape } from "./types.ts";

const carol = { username: "carol", groups: [] };

it("names exactly the roles that allow the request once they are bound in its scope", () => {
  fc.assert(
    fc.property(model, access, (state, request) => {
      const namespace = request.resourceRequest ? request.namespace : "";
      const helps = (role: RoleShape): boolean => {
        if (role.namespace !== "" && role.namespace !== namespace) return false;
        const binding = {
          name: "new",
          namespace,
          roleRef: { kind: role.namespace === "" ? "ClusterRole" : "Role", name: role.name },
          subjects: [{ kind: "User", name: carol.username }],
        };
        return authorize(policyOf({ roles: state.roles, bindings: [binding] }), carol, request).grant !== undefined;
      };
      expect(new Set(rolesAllowing(state, request))).toEqual(new Set(state.roles.filter(helps)));
    }),
  );
});

it("begins with what grants least", () => {
  const role = (name: string, ...rules: PolicyRule[]): RoleShape => ({ name, namespace: "", rules });
  const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
  const roles = [
    role("everything", { verbs: ["*"], apiGroups: ["*"], resources: ["*"] }),
    role("all-verbs", { ...pods, verbs: ["*"] }),
    role("readers", { ...pods, verbs: ["get", "list"] }),
    role("getters", pods),
    role("others", { ...pods, resources: ["secrets"] }),
  ];
  expect(rolesAllowing({ roles, bindings: [] }, { ...GET_PODS, namespace: "n" }).map(({ name }) => name)).toEqual([
    "getters",
    "readers",
    "all-verbs",
    "everything",
  ]);
});
