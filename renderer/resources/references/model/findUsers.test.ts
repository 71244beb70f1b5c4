import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { ResourceType } from "../../../api/resourceType.ts";
import { resourceType } from "../../../testing/resourceTypes.ts";
import { listsOfUsers, referencesTo, type UsedObject, withoutCreated } from "./findUsers.ts";

const vocabulary = createVocabulary();
const { domain } = vocabulary;
const type = (resource: string, kind: string, more: Partial<ResourceType> = {}) => resourceType(resource, kind, more);
const deployments = type("deployments", "Deployment", { group: "apps" });
const configMaps = type("configmaps", "ConfigMap");
const accounts = type("serviceaccounts", "ServiceAccount");
const classes = type("storageclasses", "StorageClass", { group: `storage.${domain}`, namespaced: false });
const types = [
  type("pods", "Pod"),
  deployments,
  configMaps,
  accounts,
  classes,
  type("secrets", "Secret"),
  type("services", "Service"),
  type("persistentvolumeclaims", "PersistentVolumeClaim"),
  type("rolebindings", "RoleBinding", { group: `rbac.authorization.${domain}` }),
  type("horizontalpodautoscalers", "HorizontalPodAutoscaler", { group: "autoscaling", version: "v2" }),
  type("horizontalpodautoscalers", "HorizontalPodAutoscaler", { group: "autoscaling", preferred: false }),
  type("poddisruptionbudgets", "PodDisruptionBudget", { group: "policy", verbs: [] }),
];
const context = { types, vocabulary };
const named = (name: string, fields: object = {}): ApiObject => ({ metadata: { name, namespace: "dev" }, ...fields });
const used = (of: ResourceType, object: ApiObject = named("web")): UsedObject => ({ object, type: of });

describe("Lists searched for users of an object", () => {
  const listed = (of: ResourceType) =>
    listsOfUsers(used(of), context).map(({ type: each, namespace }) => `${each.resource} ${namespace || "*"}`);

  it("cover its namespace, with one version of each listable kind", () => {
    expect(listed(configMaps)).toEqual(["pods dev", "deployments dev"]);
    expect(listed(deployments)).toEqual(["services dev", "horizontalpodautoscalers dev"]);
  });

  it("cover all namespaces for cluster-scoped objects and for bindings of service accounts", () => {
    expect(listed(classes)).toEqual(["persistentvolumeclaims *"]);
    expect(listed(accounts)).toEqual(["pods dev", "deployments dev", "secrets dev", "rolebindings *"]);
  });

  it("are read without the content of secrets", () => {
    const secrets = listsOfUsers(used(accounts), context).find(({ type: each }) => each.resource === "secrets");
    expect(secrets?.metadataGroup).toBe(vocabulary.metaGroup);
  });
});

describe("References to an object", () => {
  const template = { metadata: { labels: { app: "web", tier: "front" } }, spec: { containers: [] } };
  const deployment = named("web", { spec: { template } });

  it("are matched by name, kind and namespace", () => {
    const autoscaler = (kind: string, name: string) =>
      named("scaler", { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind, name } } });
    const to = (other: ApiObject) =>
      referencesTo(used(deployments, deployment), "autoscaling/horizontalpodautoscalers", other, context);
    expect(to(autoscaler("Deployment", "web"))).toMatchObject([{ role: "scales" }]);
    expect(to(autoscaler("Deployment", "api"))).toEqual([]);
    expect(to(autoscaler("StatefulSet", "web"))).toEqual([]);
    expect(to({ ...autoscaler("Deployment", "web"), metadata: { name: "scaler", namespace: "other" } })).toEqual([]);
  });

  it("are matched by the labels of its pods within the namespace", () => {
    const service = (selector: object | undefined, namespace = "dev") => ({
      metadata: { name: "web", namespace },
      spec: { selector },
    });
    const to = (other: ApiObject) => referencesTo(used(deployments, deployment), "/services", other, context);
    expect(to(service({ app: "web" }))).toEqual([{ role: "selects", where: "" }]);
    expect(to(service({ app: "web", tier: "back" }))).toEqual([]);
    expect(to(service({ app: "web" }, "other"))).toEqual([]);
    expect(to(service(undefined))).toEqual([]);
  });
});

it("omits exactly the objects a controller created from the same template", () => {
  const user = (name: string, controller = "") => ({
    type: deployments,
    namespace: "dev",
    name,
    role: "mounts" as const,
    where: "",
    uid: name,
    controller,
  });
  const found = [user("web"), user("web-1", "web"), user("web-1-a", "web-1"), user("database-0", "database")];
  expect(withoutCreated(found).map(({ name }) => name)).toEqual(["web", "database-0"]);
});
