import fc from "fast-check";
import { expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { policyOf } from "./policy.ts";
import { alsoGained, isReservedRole, rolesAllowing } from "./rolesAllowing.ts";
import { access, model } from "./testing/arbitraries.ts";
import { GET_PODS } from "./testing/universe.ts";
import type { PolicyRule, RoleShape } from "./types.ts";

const carol = { username: "carol", groups: [] };

it("returns exactly the roles that allow the request when bound in its scope", () => {
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
      expect(new Set(rolesAllowing(state, request))).toEqual(
        new Set(state.roles.filter((role) => helps(role) && !isReservedRole(role))),
      );
    }),
  );
});

const role = (name: string, ...rules: PolicyRule[]): RoleShape => ({ name, namespace: "", rules });
const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const IN_N = { ...GET_PODS, namespace: "n" };

it("starts with the least privileged role", () => {
  const roles = [
    role("everything", { verbs: ["*"], apiGroups: ["*"], resources: ["*"] }),
    role("all-verbs", { ...pods, verbs: ["*"] }),
    role("readers", { ...pods, verbs: ["get", "list"] }),
    role("getters", pods),
    role("others", { ...pods, resources: ["secrets"] }),
  ];
  expect(rolesAllowing({ roles, bindings: [] }, IN_N).map(({ name }) => name)).toEqual([
    "getters",
    "readers",
    "all-verbs",
    "everything",
  ]);
});

it("prefers custom roles, then user-facing roles from narrow to wide, and never suggests system roles", () => {
  const star = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  const roles = [
    role("system:controller:pvc-protection-controller", pods),
    role("cluster-admin", star),
    role("own-star", { ...pods, verbs: ["*"] }),
    role("admin", pods),
    role("edit", pods),
    role("view", { ...pods, verbs: ["get", "list", "watch"] }, { ...pods, resources: ["services"] }),
    role("own-wide", { ...pods, verbs: ["get", "list", "watch", "delete"] }),
    { ...role("view", pods), namespace: "n" },
  ];
  expect(rolesAllowing({ roles, bindings: [] }, IN_N).map(({ name, namespace }) => `${namespace}/${name}`)).toEqual([
    "n/view",
    "/own-wide",
    "/view",
    "/edit",
    "/admin",
    "/own-star",
    "/cluster-admin",
  ]);
});

it("lists additional and already held permissions of a binding", () => {
  const wide = role(
    "wide",
    { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods", "secrets"] },
    { verbs: ["get"], nonResourceURLs: ["/metrics"] },
  );
  const held = role("lister", { verbs: ["list", "watch"], apiGroups: [""], resources: ["pods"] });
  const binding = {
    name: "b",
    namespace: "n",
    roleRef: { kind: "ClusterRole", name: "lister" },
    subjects: [{ kind: "User", name: "carol" }],
  };
  const policy = policyOf({ roles: [wide, held], bindings: [binding] });
  expect(alsoGained(policy, carol, wide, IN_N)).toEqual([
    { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] },
  ]);
  expect(alsoGained(policy, carol, role("exact", pods), IN_N)).toEqual([]);
  const everywhere = alsoGained(policy, carol, wide, { ...GET_PODS, namespace: "" });
  expect(everywhere).toContainEqual({ nonResourceURLs: ["/metrics"], verbs: ["get"] });
  expect(everywhere).toContainEqual({ apiGroups: [""], resources: ["pods"], verbs: ["list", "watch"] });
});

it("ranks a role with billions of combinations", () => {
  const items = (first: string): string[] => [first, ...Array.from({ length: 2_000 }, (_, i) => `x${i}`)];
  const rich = role("rich", { apiGroups: items(""), resources: items("pods"), verbs: items("get") });
  const found = rolesAllowing({ roles: [rich, role("exact", pods)], bindings: [] }, IN_N);
  expect(found.map(({ name }) => name)).toEqual(["exact", "rich"]);
});
