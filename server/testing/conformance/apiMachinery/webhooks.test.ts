import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { definition } from "../../../api/extensions/testing/definitions.ts";
import { type ApiPlace, refused } from "../apiPlace.ts";
import { configMap, pod } from "../bodies.ts";
import { type HookCluster, type Reviewed, startHookCluster } from "../hookCluster.ts";
import { at } from "../shape.ts";

let world: HookCluster;
let place: ApiPlace;
beforeAll(async () => {
  world = await startHookCluster();
  const unwanted = ({ object, oldObject }: Reviewed): object => {
    const key = at<string | undefined>(object ?? oldObject, "data.webhook-e2e-test");
    const isUnwanted = key === "webhook-disallow";
    return isUnwanted
      ? { allowed: false, status: { reason: "the object contains unwanted key and value" } }
      : { allowed: true };
  };
  world.answer("/unwanted", unwanted);
  world.answer("/never", () => "hang");
  world.answer("/deny", () => ({ allowed: false, status: { message: "this webhook denies all requests" } }));
  world.answer("/stage-1", ({ object }) => stage(object, "old", "mutation-start", "mutation-stage-1"));
  world.answer("/stage-2", ({ object }) => stage(object, "old", "mutation-stage-1", "mutation-stage-2"));
});
afterAll(() => world.stop());
beforeEach(async () => {
  place = await world.namespace();
});

/** Adds a key if the key of the previous stage is present. */
const stage = (object: unknown, _: string, before: string, added: string): object =>
  at(object, `data.${before}`) === undefined
    ? { allowed: true }
    : world.patching({ op: "add", path: `/data/${added}`, value: "yes" });

const MAPS = "v1/configmaps";
const DEFINITIONS = "apiextensions.k8s.io/v1/customresourcedefinitions";
const rule = (resource: string, apiGroups = [""], operations = ["CREATE", "UPDATE"]) => ({
  rules: [{ operations, apiGroups, apiVersions: ["*"], resources: [resource] }],
});
const unwanted = (name: string) => ({ ...configMap(name), data: { "webhook-e2e-test": "webhook-disallow" } });

/** A custom resource with the given options of its definition, and the path of its objects. */
async function custom(singular: string, options: Parameters<typeof definition>[1] = {}): Promise<string> {
  const made = definition(singular, { group: `${place.namespace}.example.com`, ...options });
  await world.whole.create(DEFINITIONS, made);
  await world.whole.becomes(`${DEFINITIONS}/${made.metadata.name}`, {
    status: { conditions: [{ type: "Established", status: "True" }] },
  });
  return `${made.spec.group}/v1/${made.spec.names.plural}`;
}

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should be able to deny pod and configmap creation", async () => {
  await world.register(place, "Validating", ["/unwanted"], rule("configmaps"));
  world.answer("/unwanted-pods", ({ object }) =>
    at<string>(object, "spec.containers.0.name") === "webhook-disallow"
      ? { allowed: false, status: { reason: "the pod contains unwanted container name" } }
      : { allowed: true },
  );
  await world.register(place, "Validating", ["/unwanted-pods"], rule("pods"));
  await world.register(place, "Validating", ["/never"], {
    ...rule("pods"),
    timeoutSeconds: 1,
    failurePolicy: "Fail",
    objectSelector: { matchLabels: { hang: "yes" } },
  });
  const containers = [{ name: "webhook-disallow", image: "pause" }];
  expect(await refused(place.send("POST", "v1/pods", { body: pod("denied", { containers }) }), 400)).toMatchObject({
    message: expect.stringContaining("the pod contains unwanted container name"),
  });
  const hung = await place.send("POST", "v1/pods", { body: pod("hanging", { labels: { hang: "yes" } }) });
  expect(hung.status).toBe(500);
  expect(hung.text).toMatch(/deadline exceeded|Timeout|timeout/);
  expect(await refused(place.send("POST", MAPS, { body: unwanted("denied") }), 400)).toMatchObject({
    message: expect.stringContaining("unwanted key and value"),
  });
  await place.create(MAPS, configMap("allowed"));
  const put = { ...(await place.get(`${MAPS}/allowed`)), data: unwanted("allowed").data };
  await refused(place.send("PUT", `${MAPS}/allowed`, { body: put }), 400);
  const patch = { body: { data: unwanted("x").data }, headers: { "content-type": "application/merge-patch+json" } };
  await refused(place.send("PATCH", `${MAPS}/allowed`, patch), 400);
  // Other namespaces are not checked.
  await (await world.namespace()).create(MAPS, unwanted("bypassed"));
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should be able to deny custom resource creation, update and deletion", async () => {
  const resource = await custom("noxu");
  const [group = ""] = resource.split("/");
  await world.register(place, "Validating", ["/unwanted"], rule("noxus", [group], ["CREATE", "UPDATE", "DELETE"]));
  const body = (name: string, data: object) => ({ apiVersion: `${group}/v1`, kind: "Noxu", metadata: { name }, data });
  await refused(place.send("POST", resource, { body: body("denied", unwanted("x").data) }), 400);
  await place.create(resource, body("kept", { "webhook-e2e-test": "webhook-nondeletable" }));
  await refused(
    place.send("PATCH", `${resource}/kept`, {
      body: { data: unwanted("x").data },
      headers: { "content-type": "application/merge-patch+json" },
    }),
    400,
  );
  world.answer("/undeletable", ({ oldObject }) =>
    at(oldObject, "data.webhook-e2e-test") === "webhook-nondeletable"
      ? { allowed: false, status: { reason: "nondeletable" } }
      : { allowed: true },
  );
  await world.register(place, "Validating", ["/undeletable"], rule("noxus", [group], ["DELETE"]));
  await refused(place.send("DELETE", `${resource}/kept`), 400);
  await place.patch(`${resource}/kept`, { data: { "webhook-e2e-test": null } });
  await place.remove(`${resource}/kept`);
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should unconditionally reject operations on fail closed webhook", async () => {
  // The client does not trust the certificate of this server.
  const untrusted = { clientConfig: { url: `${world.hook.url}/deny` }, failurePolicy: "Fail" };
  await world.register(place, "Validating", ["/deny"], untrusted);
  const answer = await refused(place.send("POST", MAPS, { body: configMap("foo") }), 500);
  expect(answer.reason).toBe("InternalError");
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate configmap", async () => {
  await world.register(place, "Mutating", ["/stage-1", "/stage-2"]);
  const made = await place.create(MAPS, configMap("mutated", { "mutation-start": "yes" }));
  expect(made["data"]).toEqual({ "mutation-start": "yes", "mutation-stage-1": "yes", "mutation-stage-2": "yes" });
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate pod and apply defaults after mutation", async () => {
  const init = { name: "webhook-added-init-container", image: "webhook-added-image", resources: {} };
  world.answer("/init", () => world.patching({ op: "add", path: "/spec/initContainers", value: [init] }));
  await world.register(place, "Mutating", ["/init"], rule("pods"));
  const made = await place.create("v1/pods", pod("mutated"));
  expect(at(made, "spec.initContainers")).toMatchObject([
    { ...init, terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" },
  ]);
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate custom resource", async () => {
  const resource = await custom("mutant");
  const [group = ""] = resource.split("/");
  await world.register(place, "Mutating", ["/stage-1", "/stage-2"], rule("mutants", [group]));
  const made = await place.create(resource, {
    apiVersion: `${group}/v1`,
    kind: "Mutant",
    metadata: { name: "cr" },
    data: { "mutation-start": "yes" },
  });
  expect(made["data"]).toEqual({ "mutation-start": "yes", "mutation-stage-1": "yes", "mutation-stage-2": "yes" });
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate custom resource with pruning", async () => {
  const text = { type: "string" };
  const data = { type: "object", properties: { "mutation-start": text, "mutation-stage-1": text } };
  const resource = await custom("pruned", { schema: { type: "object", properties: { data } } as never });
  const [group = ""] = resource.split("/");
  await world.register(place, "Mutating", ["/stage-1", "/stage-2"], rule("pruneds", [group]));
  const made = await place.create(resource, {
    apiVersion: `${group}/v1`,
    kind: "Pruned",
    metadata: { name: "cr" },
    data: { "mutation-start": "yes" },
  });
  expect(made["data"]).toEqual({ "mutation-start": "yes", "mutation-stage-1": "yes" });
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate custom resource with different stored version", async () => {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = (stored: string) =>
    ["v1", "v2"].map((name) => ({ name, served: true, storage: name === stored, schema }));
  const resource = await custom("stored", { versions: versions("v1") });
  const [group = ""] = resource.split("/");
  await world.register(place, "Mutating", ["/stage-1", "/stage-2"], rule("storeds", [group]));
  await place.create(resource, {
    apiVersion: `${group}/v1`,
    kind: "Stored",
    metadata: { name: "cr" },
    data: { "mutation-start": "yes" },
  });
  await world.whole.patch(`${DEFINITIONS}/storeds.${group}`, { spec: { versions: versions("v2") } });
  world.answer("/stage-1", ({ object }) =>
    world.patching({ op: "add", path: "/data/dummy-2", value: String(at(object, "data.dummy")) }),
  );
  const patched = await place.patch(`${resource}/cr`, { data: { dummy: "dummy" } });
  expect(patched["data"]).toMatchObject({
    "mutation-start": "yes",
    "mutation-stage-1": "yes",
    dummy: "dummy",
    "dummy-2": "dummy",
  });
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should deny crd creation", async () => {
  const objectSelector = { matchLabels: { "crd-test": place.namespace } };
  await world.register(place, "Validating", ["/deny"], {
    ...rule("customresourcedefinitions", ["apiextensions.k8s.io"]),
    objectSelector,
    namespaceSelector: {},
  });
  const body = definition("deniedthing", { group: `${place.namespace}.example.com` });
  const labelled = { ...body, metadata: { ...body.metadata, labels: { "crd-test": place.namespace } } };
  const answer = await refused(world.whole.send("POST", DEFINITIONS, { body: labelled }), 400);
  expect(answer.message).toContain("this webhook denies all requests");
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should honor timeout", async () => {
  const slow = async (timeoutSeconds: number | undefined, failurePolicy: string): Promise<string> => {
    const name = await world.register(place, "Validating", ["/never"], { timeoutSeconds, failurePolicy });
    const answer = await place.send("POST", MAPS, { body: configMap(`slow-${name}`) });
    await world.whole.remove(`admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${name}`);
    return answer.status === 201 ? "created" : answer.text;
  };
  expect(await slow(1, "Fail")).toMatch(/deadline exceeded|timeout/i);
  expect(await slow(1, "Ignore")).toBe("created");
  world.answer("/late", () => ({ allowed: true }));
  const name = await world.register(place, "Validating", ["/late"], { timeoutSeconds: undefined });
  await place.create(MAPS, configMap("in-time"));
  const { webhooks } = (await world.whole.get(
    `admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${name}`,
  )) as unknown as { webhooks: object[] };
  expect(webhooks).toMatchObject([{ timeoutSeconds: 10 }]);
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should be able to deny attaching pod", async () => {
  world.answer("/deny-attaching", () => ({ allowed: false, status: { message: "attaching to pod is not allowed" } }));
  await world.register(place, "Validating", ["/deny-attaching"], rule("pods/attach", [""], ["CONNECT"]));
  await place.create("v1/pods", pod("to-be-attached"));
  const message = await refused(place.send("GET", "v1/pods/to-be-attached/attach?container=main&stdout=true"), 400);
  expect(message).toMatchObject({ message: expect.stringContaining("attaching to pod is not allowed") });
});
