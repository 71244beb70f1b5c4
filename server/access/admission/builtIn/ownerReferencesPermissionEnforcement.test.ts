import { describe, expect, it } from "vitest";
import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import type { ServedResource } from "../../../api/client/apiClient.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { failure } from "../../../testing/testServices.ts";
import { admissionPlugins } from "../plugins.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { ownerReferencesPermissionEnforcement } from "./ownerReferencesPermissionEnforcement.ts";

const row = (group: string, resource: string, kind: string, namespaced: boolean): ServedResource => ({
  group,
  version: "v1",
  resource,
  kind,
  namespaced,
  verbs: ["delete"],
  preferred: true,
});
const asked: string[] = [];
/** The plugin with an authorizer that allows the listed permissions and records the checked ones. */
const plugin = (...allowed: string[]) => {
  asked.length = 0;
  const authorizer: Authorizer = {
    name: "test",
    authorize(_user, attributes) {
      if (!attributes.resourceRequest) return { decision: "noOpinion", reason: "" };
      const { verb, group, version, resource, subresource, namespace, name } = attributes;
      const question = `${verb} ${group}/${version}/${resource}/${subresource} ${namespace}/${name}`;
      asked.push(question);
      return { decision: allowed.includes(question) ? "allow" : "noOpinion", reason: "" };
    },
  };
  const served = () => [row("apps", "deployments", "Deployment", true), row("", "nodes", "Node", false)];
  return ownerReferencesPermissionEnforcement({ authorizer, served });
};
const owner = (parts: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  name: "d",
  uid: "u",
  ...parts,
});
const pod = (...ownerReferences: OwnerReference[]): ApiObject => ({ metadata: { name: "p", ownerReferences } });
const create = (...owners: OwnerReference[]): AdmissionRequest => testRequest("pods", pod(...owners));
const update = (owners: OwnerReference[], before: OwnerReference[], parts = {}): AdmissionRequest =>
  testRequest("pods", pod(...owners), { operation: "UPDATE", oldObject: pod(...before), ...parts });

const DELETE = "delete /v1/pods/ n/p";
const FINALIZERS = "update apps/v1/deployments/finalizers n/d";
const ANYTHING = "update */*/*/finalizers /*";
const block = { blockOwnerDeletion: true };

describe("ownerReferencesPermissionEnforcement", () => {
  it("runs only if enabled", () => {
    const name = "OwnerReferencesPermissionEnforcement";
    const names = (enabled: string[]) => admissionPlugins(testDependencies(), { enabled }).map((each) => each.name);
    expect(names([])).not.toContain(name);
    const all = names([name]);
    expect(all[all.indexOf(name) - 1]).toBe("StorageObjectInUseProtection");
  });

  it("allows any user to create objects with owners that do not block", async () => {
    await run(plugin(), create(owner(), owner({ uid: "v", blockOwnerDeletion: false })));
    expect(asked).toEqual([]);
  });

  it("requires no permission if the owners are unchanged", async () => {
    await run(plugin(), update([owner(block)], [owner(block)]));
    await run(plugin(), update([], []));
    await run(plugin(), update([owner()], [], { subresource: "status" }));
    await run(plugin(), testRequest("pods", undefined, { operation: "DELETE", oldObject: pod(owner()) }));
    expect(asked).toEqual([]);
  });

  it("allows users who may delete the object to change its owners", async () => {
    await run(plugin(DELETE), update([], [owner()]));
    const refused = await failure(() => run(plugin(), update([owner()], [])));
    expect(refused).toMatchObject({
      code: 403,
      message: `pods "p" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>`,
    });
    expect(asked).toEqual([DELETE]);
  });

  it("allows users who may update an owner's finalizers to block its deletion", async () => {
    await run(plugin(FINALIZERS), create(owner(block)));
    await run(plugin(DELETE, FINALIZERS), update([owner(block)], [owner()]));
    await run(plugin("update /v1/nodes/finalizers /d"), create(owner({ apiVersion: "v1", kind: "Node", ...block })));
    const refused = await failure(() => run(plugin(DELETE), update([owner(block)], [])));
    expect(refused).toMatchObject({
      code: 403,
      message: `pods "p" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`,
    });
    expect(asked).toEqual([DELETE, ANYTHING, FINALIZERS]);
  });

  it("allows users who may update all finalizers to block owners of any kind", async () => {
    await run(plugin(ANYTHING), create(owner(block), owner({ kind: "Nothing", ...block })));
    expect(asked).toEqual([ANYTHING]);
  });

  it("checks only newly blocked owners", async () => {
    await run(plugin(DELETE), update([owner(block), owner({ uid: "v", name: "w" })], [owner(block)]));
    expect(asked).toEqual([DELETE]);
  });

  it.each([
    ["apps/v2", "Deployment", 'no matches for kind "Deployment" in version "apps/v2"'],
    ["v1", "Nothing", 'no matches for kind "Nothing" in version "v1"'],
    ["a/b/c", "X", "unexpected GroupVersion string: a/b/c"],
  ])("rejects blocking an owner of an unknown kind: %s %s", async (apiVersion, kind, message) => {
    const refused = await failure(() => run(plugin(), create(owner({ apiVersion, kind, ...block }))));
    expect(refused.message).toBe(
      `pods "p" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${message}`,
    );
  });
});
