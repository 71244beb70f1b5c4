import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { rulesAllow } from "../../../../shared/rbac/ruleMatch.ts";
import { rule as anyRule, model } from "../../../../shared/rbac/testing/arbitraries.ts";
import { universe } from "../../../../shared/rbac/testing/universe.ts";
import type { AccessRequest, PolicyRule } from "../../../../shared/rbac/types.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { rbacAuthorizer } from "../../../access/authorization/rbac/rbac.ts";
import { testContext } from "../../../access/authorization/testing/actionContext.ts";
import { type MemoryReader, memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import type { Attributes } from "../../../ground/rights/authorizer.ts";
import { authorizeBindingWrite, authorizeRoleWrite } from "./escalation.ts";

const vocabulary = createVocabulary();
const group = vocabulary.rbacGroup;
const rule = (verbs: string[], resources: string[], apiGroups = [""], resourceNames?: string[]): PolicyRule => ({
  verbs,
  apiGroups,
  resources,
  ...(resourceNames ? { resourceNames } : {}),
});
const role = (name: string, rules: PolicyRule[], parts: Partial<ApiObject> = {}): ApiObject => ({
  metadata: { name, namespace: "n" },
  rules,
  ...parts,
});
const bindingTo = (kind: string, roleName: string): ApiObject => ({
  metadata: { name: "b", namespace: "n" },
  roleRef: { apiGroup: group, kind, name: roleName },
  subjects: [],
});

let reader: MemoryReader;
const context = (namespace = "n", groups = ["dev", "qa"], requestName = "") =>
  testContext({
    reader,
    namespace,
    requestName,
    user: { username: "alice", groups, extra: {} },
    authorizer: rbacAuthorizer(reader, vocabulary),
  });
const grant = (name: string, rules: PolicyRule[]): void => {
  reader.put({ group, resource: "roles" }, role(name, rules));
  const subjects = [{ kind: "User", name: "alice" }];
  reader.put(
    { group, resource: "rolebindings" },
    { ...bindingTo("Role", name), metadata: { name, namespace: "n" }, subjects },
  );
};

beforeEach(() => {
  reader = memoryReader();
  grant("held", [rule(["get"], ["configmaps"])]);
});

describe("authorizeRoleWrite", () => {
  it("allows users to grant permissions they have and subsets of them", async () => {
    await authorizeRoleWrite(context(), role("ok", [rule(["get"], ["configmaps"])]), undefined);
    await authorizeRoleWrite(context(), role("ok", [rule(["get"], ["configmaps"], [""], ["x"])]), undefined);
  });

  it("rejects additional permissions and lists them compactly", async () => {
    const more = role("more", [
      rule(["get", "list", "delete"], ["configmaps"]),
      rule(["*"], ["deployments"], ["apps"]),
    ]);
    await expect(authorizeRoleWrite(context(), more, undefined)).rejects.toMatchObject({
      code: 403,
      message:
        'roles.rbac.authorization.k8s.io "more" is forbidden: user "alice" (groups=["dev" "qa"]) is attempting to grant RBAC ' +
        'permissions not currently held:\n{APIGroups:[""], Resources:["configmaps"], Verbs:["list" "delete"]}\n' +
        '{APIGroups:["apps"], Resources:["deployments"], Verbs:["*"]}',
    });
  });

  it("checks permissions in the scope of the role", async () => {
    await expect(
      authorizeRoleWrite(context(""), role("c", [rule(["get"], ["configmaps"])]), undefined),
    ).rejects.toThrow('clusterroles.rbac.authorization.k8s.io "c" is forbidden');
  });

  it("allows everything for system:masters and users with the escalate verb", async () => {
    const all = role("all", [rule(["*"], ["*"], ["*"])]);
    await authorizeRoleWrite(context("n", ["system:masters"]), all, undefined);
    await expect(authorizeRoleWrite(context(), all, undefined)).rejects.toMatchObject({ code: 403 });
    grant("escalator", [rule(["escalate"], ["roles"], [group])]);
    await authorizeRoleWrite(context(), all, undefined);
  });

  it("honors escalate for the name in the URL, which a POST lacks", async () => {
    const all = role("all", [rule(["*"], ["*"], ["*"])]);
    grant("escalator", [rule(["escalate"], ["roles"], [group], ["all"])]);
    await authorizeRoleWrite(context("n", [], "all"), all, undefined);
    await authorizeRoleWrite(context("n", [], "all"), all, role("all", []));
    await expect(authorizeRoleWrite(context(), all, undefined)).rejects.toMatchObject({ code: 403 });
    await expect(authorizeRoleWrite(context("n", [], "other"), all, undefined)).rejects.toMatchObject({ code: 403 });
  });

  it("reports roles that were not found", async () => {
    for (const name of ["g1", "g2"]) {
      grant(name, []);
      reader.remove({ group, resource: "roles" }, "n", name);
    }
    await expect(authorizeRoleWrite(context(), role("x", [rule(["get"], ["pods"])]), undefined)).rejects.toThrow(
      '\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}; resolution errors: ' +
        '[[roles.rbac.authorization.k8s.io "g1" not found, roles.rbac.authorization.k8s.io "g2" not found]]',
    );
    const fetched = role("fetched", [rule(["get"], ["pods"])]);
    reader.put({ group, resource: "roles" }, fetched);
    await expect(authorizeBindingWrite(context(), bindingTo("Role", "fetched"), undefined)).rejects.toThrow(
      'rolebindings.rbac.authorization.k8s.io "g1" not found',
    );
  });

  it("checks the whole role on updates, unless only garbage collector fields change", async () => {
    const old = role("big", [rule(["delete"], ["nodes"])]);
    const labelled = { ...old, metadata: { ...old.metadata, labels: { a: "b" } } };
    await expect(authorizeRoleWrite(context(), labelled, old)).rejects.toMatchObject({ code: 403 });
    const released = { ...old, metadata: { ...old.metadata, finalizers: [], ownerReferences: [] } };
    await authorizeRoleWrite(context(), released, { ...old, metadata: { ...old.metadata, finalizers: ["x/y"] } });
  });

  it("requires all permissions for an aggregation rule", async () => {
    const aggregating = role("agg", [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } });
    await expect(authorizeRoleWrite(context(""), aggregating, undefined)).rejects.toThrow(
      "must have cluster-admin privileges to use the aggregationRule",
    );
    await expect(authorizeRoleWrite(context(""), role("agg", []), aggregating)).rejects.toThrow("aggregationRule");
    await authorizeRoleWrite(
      context(""),
      role("agg", [], { aggregationRule: { clusterRoleSelectors: [] } }),
      undefined,
    );
  });
});

const attributesOf = (request: AccessRequest): Attributes =>
  request.resourceRequest ? { ...request, version: "*" } : request;

it("allows a user to grant exactly the permissions that authorization grants the user", async () => {
  const requests = [...universe()];
  await fc.assert(
    fc.asyncProperty(
      model,
      fc.array(anyRule, { minLength: 1, maxLength: 2 }),
      fc.constantFrom("", "n1"),
      async (state, rules, namespace) => {
        // A binding in a namespace grants no non-resource URLs, but its role may be bound again there: compare only
        // resources.
        const asked = rules.filter((one) => namespace === "" || one.nonResourceURLs === undefined);
        reader = memoryReader();
        for (const { rules: held, ...metadata } of state.roles) {
          const resource = metadata.namespace === "" ? "clusterroles" : "roles";
          reader.put({ group, resource }, { metadata, rules: held });
        }
        for (const { roleRef, subjects, ...metadata } of state.bindings) {
          const resource = metadata.namespace === "" ? "clusterrolebindings" : "rolebindings";
          reader.put({ group, resource }, { metadata, roleRef, subjects });
        }
        const rbac = rbacAuthorizer(reader, vocabulary);
        const { user } = context(namespace, ["dev"]);
        const may = async (attributes: Attributes): Promise<boolean> =>
          (await rbac.authorize(user, attributes)).decision === "allow";
        const held = await Promise.all(
          requests
            .filter((request) => (request.resourceRequest ? request.namespace : "") === namespace)
            .filter((request) => rulesAllow(asked, request))
            .map((request) => may(attributesOf(request))),
        );
        const holds = held.every(Boolean);
        // A user with all verbs on roles also has `escalate`.
        const target = {
          group,
          resource: namespace === "" ? "clusterroles" : "roles",
          subresource: "",
          namespace,
          name: "",
        };
        const escalating = { resourceRequest: true as const, verb: "escalate", ...target };
        fc.pre(!(await may(attributesOf(escalating))));
        const written = authorizeRoleWrite(context(namespace, ["dev"]), role("x", asked), undefined);
        await (holds ? written : expect(written).rejects.toMatchObject({ code: 403 }));
      },
    ),
    { numRuns: 150 },
  );
});

describe("authorizeBindingWrite", () => {
  it("allows users to bind roles whose permissions they have", async () => {
    await authorizeBindingWrite(context(), bindingTo("Role", "held"), undefined);
  });

  it("rejects roles with more permissions and missing roles", async () => {
    const clusterRole = role("more", [rule(["get"], ["secrets"]), { nonResourceURLs: ["/metrics"], verbs: ["get"] }]);
    reader.put({ group, resource: "clusterroles" }, { ...clusterRole, metadata: { name: "more" } });
    await expect(authorizeBindingWrite(context(), bindingTo("ClusterRole", "more"), undefined)).rejects.toThrow(
      '\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}\n{NonResourceURLs:["/metrics"], Verbs:["get"]}',
    );
    await expect(authorizeBindingWrite(context(), bindingTo("Role", "ghost"), undefined)).rejects.toMatchObject({
      code: 404,
      message: 'rolebindings.rbac.authorization.k8s.io "ghost" not found',
    });
  });

  it.each<[string, string, string, number, string]>([
    ["n", "Robot", "x", 500, 'unsupported role reference kind: "Robot"'],
    ["n", "Role", "", 400, "Name parameter required."],
    ["n", "ClusterRole", "a/b", 400, "Name parameter invalid: \"a/b\": may not contain '/'"],
    ["", "Role", "held", 400, "Namespace parameter required."],
  ])(
    "looks up in namespace %j the %s %j before validating the binding",
    async (namespace, kind, name, code, message) => {
      const written = authorizeBindingWrite(context(namespace), bindingTo(kind, name), undefined);
      await expect(written).rejects.toMatchObject({ code, message });
    },
  );

  it("allows users with the bind verb to bind that role and no other", async () => {
    const big = [rule(["*"], ["*"], ["*"])];
    for (const name of ["big", "other"]) reader.put({ group, resource: "roles" }, role(name, big));
    grant("binder", [rule(["bind"], ["roles"], [group], ["big"])]);
    await authorizeBindingWrite(context(), bindingTo("Role", "big"), undefined);
    await expect(authorizeBindingWrite(context(), bindingTo("Role", "other"), undefined)).rejects.toMatchObject({
      code: 403,
    });
  });
});
