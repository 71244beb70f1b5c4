import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { definition } from "../../../api/extensions/testing/definitions.ts";
import { type Item, nextEvent, refused } from "../apiPlace.ts";
import { customResource, DEFINITIONS } from "../customResource.ts";
import { type HookCluster, startHookCluster } from "../hookCluster.ts";
import { at } from "../shape.ts";

let world: HookCluster;
let group: string;
let count = 0;
beforeAll(async () => {
  world = await startHookCluster();
});
afterAll(() => world.stop());
beforeEach(() => {
  count += 1;
  group = `g${count}.example.com`;
});

const condition = (type: string) => ({
  type,
  status: "True",
  reason: "E2E",
  message: "Set from a test",
  lastTransitionTime: "2026-01-01T00:00:00Z",
});

test("[sig-api-machinery] CustomResourceDefinition resources [Privileged:ClusterAdmin] Simple CustomResourceDefinition creating/deleting custom resource definition objects works", async () => {
  const { name } = await customResource(world.whole, definition("simple", { group }));
  await world.whole.remove(`${DEFINITIONS}/${name}`);
  await world.whole.gone(`${DEFINITIONS}/${name}`);
});

test("[sig-api-machinery] CustomResourceDefinition resources [Privileged:ClusterAdmin] Simple CustomResourceDefinition listing custom resource definition objects works", async () => {
  const label = { test: group };
  for (const singular of ["one", "two", "three"]) {
    const body = definition(singular, { group });
    await customResource(world.whole, { ...body, metadata: { ...body.metadata, labels: label } });
  }
  const selected = `${DEFINITIONS}?labelSelector=test%3D${group}`;
  expect(await world.whole.list(selected)).toHaveLength(3);
  await world.whole.remove(selected);
  await world.whole.become(selected, (items) => items.length === 0);
});

test("[sig-api-machinery] CustomResourceDefinition resources [Privileged:ClusterAdmin] Simple CustomResourceDefinition getting/updating/patching custom resource definition status sub-resource works", async () => {
  const { name } = await customResource(world.whole, definition("status", { group }));
  const reference = `${DEFINITIONS}/${name}/status`;
  expect(await world.whole.get(reference)).toMatchObject({ metadata: { name } });
  const conditions = (object: Item): object[] => at(object, "status.conditions");
  const updated = await world.whole.update(reference, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [...conditions(object), condition("StatusUpdate")] },
  }));
  expect(conditions(updated)).toContainEqual(condition("StatusUpdate"));
  const patch = [{ op: "add", path: "/status/conditions/-", value: condition("StatusPatched") }];
  const patched = await world.whole.patch(reference, patch, "json");
  expect(conditions(patched)).toEqual(expect.arrayContaining([condition("StatusUpdate"), condition("StatusPatched")]));
});

test("[sig-api-machinery] CustomResourceDefinition resources [Privileged:ClusterAdmin] should include custom resource definition resources in discovery documents", async () => {
  const name = "apiextensions.k8s.io";
  const version = { groupVersion: `${name}/v1`, version: "v1" };
  const get = async (path: string) =>
    (await world.server.request("GET", path)).body as unknown as Record<string, object[]>;
  expect((await get("/apis"))["groups"]).toContainEqual(
    expect.objectContaining({ name, versions: expect.arrayContaining([version]) }),
  );
  expect((await get(`/apis/${name}`))["versions"]).toContainEqual(version);
  expect((await get(`/apis/${name}/v1`))["resources"]).toContainEqual(
    expect.objectContaining({ name: "customresourcedefinitions" }),
  );
});

test("[sig-api-machinery] CustomResourceDefinition resources [Privileged:ClusterAdmin] custom resource defaulting for requests and from storage works", async () => {
  const place = await world.namespace();
  const schema = (more: object) => ({ type: "object", properties: { a: { type: "string", default: "A" }, ...more } });
  const body = definition("defaulted", { group, schema: schema({ b: { type: "string" } }) as never });
  const { resource, name } = await customResource(world.whole, body);
  const made = await place.create(resource, {
    apiVersion: `${group}/v1`,
    kind: "Defaulted",
    metadata: { name: "foo" },
  });
  expect(made).toMatchObject({ a: "A" });
  expect(made).not.toHaveProperty("b");
  const versions = [
    { ...body.spec.versions[0], schema: { openAPIV3Schema: schema({ b: { type: "string", default: "B" } }) } },
  ];
  await world.whole.patch(`${DEFINITIONS}/${name}`, { spec: { versions } });
  // An object stored without the field is read with the new default.
  expect(await place.get(`${resource}/foo`)).toMatchObject({ a: "A", b: "B" });
  await world.whole.patch(`${DEFINITIONS}/${name}`, {
    spec: { versions: [{ ...body.spec.versions[0], schema: { openAPIV3Schema: schema({ b: { type: "string" } }) } }] },
  });
  expect(await place.get(`${resource}/foo`)).not.toHaveProperty("b");
});

test("[sig-api-machinery] CustomResourceDefinition Watch [Privileged:ClusterAdmin] CustomResourceDefinition Watch watch on custom resource definition objects", async () => {
  const { resource } = await customResource(world.whole, definition("noxu", { group, scope: "Cluster" }));
  const watches = new Map<string, Awaited<ReturnType<typeof world.whole.watch>>>();
  for (const name of ["a", "b"])
    watches.set(name, await world.whole.watch(`${resource}?fieldSelector=metadata.name%3D${name}&resourceVersion=0`));
  for (const [name, watch] of watches) {
    await world.whole.create(resource, { apiVersion: `${group}/v1`, kind: "Noxu", metadata: { name }, num: 1 });
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { metadata: { name } } });
    await world.whole.patch(`${resource}/${name}`, { num: 2 });
    expect(await watch.next()).toMatchObject({ type: "MODIFIED", object: { num: 2 } });
    await world.whole.remove(`${resource}/${name}`);
    expect(await watch.next()).toMatchObject({ type: "DELETED", object: { metadata: { name } } });
    watch.close();
  }
});

test("[sig-api-machinery] CustomResourceFieldSelectors [Privileged:ClusterAdmin] CustomResourceFieldSelectors MUST list and watch custom resources matching the field selector", async () => {
  const place = await world.namespace();
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { hostPort: { type: "string" }, host: { type: "string" }, port: { type: "string" } },
    },
  };
  const version = (name: string, storage: boolean, fields: string[]) => ({
    name,
    served: true,
    storage,
    schema,
    selectableFields: fields.map((jsonPath) => ({ jsonPath })),
  });
  const versions = [version("v1", true, [".hostPort"]), version("v2", false, [".host", ".port"])];
  const { resource, resources } = await customResource(world.whole, definition("selected", { group, versions }));
  const body = (name: string, fields: object) => ({
    apiVersion: `${group}/v1`,
    kind: "Selected",
    metadata: { name },
    ...fields,
  });
  const selected = `${resource}?fieldSelector=hostPort%3Dhost1%3A80`;
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.create(resource, body("one", { hostPort: "host1:80", host: "host1", port: "80" }));
  await place.create(resource, body("two", { hostPort: "host2:80", host: "host2", port: "80" }));
  expect((await place.list(selected)).map(({ metadata }) => metadata.name)).toEqual(["one"]);
  const byHost = resources("v2");
  expect((await place.list(`${byHost}?fieldSelector=host%3Dhost1`)).map(({ metadata }) => metadata.name)).toEqual([
    "one",
  ]);
  expect(
    (await place.list(`${byHost}?fieldSelector=port%3D80,host%3Dhost2`)).map(({ metadata }) => metadata.name),
  ).toEqual(["two"]);
  await nextEvent(watch, "ADDED", { metadata: { name: "one" } });
  await place.patch(`${resource}/two`, { hostPort: "host1:80" });
  await nextEvent(watch, "ADDED", { metadata: { name: "two" } });
  await place.patch(`${resource}/one`, { hostPort: "host3:80" });
  await nextEvent(watch, "DELETED", { metadata: { name: "one" } });
  watch.close();
  await place.remove(selected);
  expect((await place.list(resource)).map(({ metadata }) => metadata.name)).toEqual(["one"]);
  await refused(place.send("GET", `${resource}?fieldSelector=host%3Dhost1`), 400);
});

/** A definition of two versions that a webhook converts: `hostPort` of v1 is `host` and `port` of v2. */
async function converted(singular: string) {
  world.hook.answer(({ body }) => {
    const { uid, desiredAPIVersion, objects } = body["request"] as {
      uid: string;
      desiredAPIVersion: string;
      objects: Record<string, unknown>[];
    };
    const convertedObjects = objects.map(({ hostPort, host, port, ...rest }) => {
      if (!desiredAPIVersion.endsWith("/v2"))
        return { ...rest, apiVersion: desiredAPIVersion, hostPort: `${host}:${port}` };
      const [name, number] = String(hostPort).split(":");
      return { ...rest, apiVersion: desiredAPIVersion, host: name, port: number };
    });
    return {
      apiVersion: body["apiVersion"],
      kind: "ConversionReview",
      response: { uid, result: { status: "Success" }, convertedObjects },
    };
  });
  const text = { type: "string" };
  const versions = [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: "object", properties: { hostPort: text } } },
    },
    {
      name: "v2",
      served: true,
      storage: false,
      schema: { openAPIV3Schema: { type: "object", properties: { host: text, port: text } } },
    },
  ];
  const body = definition(singular, { group, versions });
  const webhook = { clientConfig: world.clientConfig("/convert"), conversionReviewVersions: ["v1", "v1beta1"] };
  return customResource(world.whole, { ...body, spec: { ...body.spec, conversion: { strategy: "Webhook", webhook } } });
}

test("[sig-api-machinery] CustomResourceConversionWebhook [Privileged:ClusterAdmin] should be able to convert from CR v1 to CR v2", async () => {
  const place = await world.namespace();
  const { resources } = await converted("converted");
  await place.create(resources("v1"), {
    apiVersion: `${group}/v1`,
    kind: "Converted",
    metadata: { name: "cr" },
    hostPort: "host1:8080",
  });
  const read = await place.get(`${resources("v2")}/cr`);
  expect(read).toMatchObject({ apiVersion: `${group}/v2`, host: "host1", port: "8080" });
  expect(read).not.toHaveProperty("hostPort");
});

test("[sig-api-machinery] CustomResourceConversionWebhook [Privileged:ClusterAdmin] should be able to convert a non homogeneous list of CRs", async () => {
  const place = await world.namespace();
  const { resources, name } = await converted("mixed");
  const stored = { op: "replace", value: false };
  await place.create(resources("v1"), {
    apiVersion: `${group}/v1`,
    kind: "Mixed",
    metadata: { name: "first" },
    hostPort: "host1:8080",
  });
  const patch = [
    { ...stored, path: "/spec/versions/0/storage" },
    { op: "replace", path: "/spec/versions/1/storage", value: true },
  ];
  await world.whole.patch(`${DEFINITIONS}/${name}`, patch, "json");
  await place.create(resources("v2"), {
    apiVersion: `${group}/v2`,
    kind: "Mixed",
    metadata: { name: "second" },
    host: "host1",
    port: "8080",
  });
  for (const item of await place.list(resources("v1")))
    expect(item).toMatchObject({ apiVersion: `${group}/v1`, hostPort: "host1:8080" });
  const second = await place.list(resources("v2"));
  expect(second).toHaveLength(2);
  for (const item of second) expect(item).toMatchObject({ apiVersion: `${group}/v2`, host: "host1", port: "8080" });
});
