import { afterAll, beforeAll, expect, test } from "vitest";
import { definition } from "../../../api/extensions/testing/definitions.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { customResource, DEFINITIONS } from "../customResource.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

type Schema = {
  properties?: Record<string, object>;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-group-version-kind"?: object[];
  description?: string;
};

/** The published document's definition of a kind; undefined when there is none. */
async function published(group: string, version: string, kind: string): Promise<Schema | undefined> {
  const { body } = await cluster.server.request("GET", "/openapi/v2");
  const { definitions } = body as unknown as { definitions: Record<string, Schema> };
  const wanted = JSON.stringify({ group, version, kind });
  return Object.values(definitions).find((schema) =>
    (schema["x-kubernetes-group-version-kind"] ?? []).some((each) => same(each, wanted)),
  );
}
const same = (each: object, wanted: string): boolean => {
  const { group, version, kind } = each as { group: string; version: string; kind: string };
  return JSON.stringify({ group, version, kind }) === wanted;
};
const isPublished = (group: string, version: string, kind: string, is = true) =>
  expect.poll(async () => (await published(group, version, kind)) !== undefined, { timeout: 15_000 }).toBe(is);

const bar = {
  type: "array",
  description: "List of Bars and their specs.",
  items: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", description: "Name of Bar." }, age: { type: "string" } },
  },
};
const withSchema = {
  type: "object",
  description: "Foo CRD for Testing",
  properties: {
    spec: { type: "object", description: "Specification of Foo", properties: { bars: bar } },
    status: { type: "object", properties: { bars: bar } },
  },
};
const version = (name: string, storage: boolean, schema: object = withSchema) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: schema },
});
const FREE = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for CRD with validation schema", async () => {
  const group = "valid.example.com";
  await customResource(cluster.whole, definition("foo", { group, schema: withSchema as never }));
  await isPublished(group, "v1", "Foo");
  const schema = await published(group, "v1", "Foo");
  expect(schema).toMatchObject({
    description: "Foo CRD for Testing",
    properties: {
      spec: withSchema.properties.spec,
      metadata: expect.anything(),
      apiVersion: expect.anything(),
      kind: expect.anything(),
    },
  });
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for CRD without validation schema", async () => {
  const group = "free.example.com";
  await customResource(cluster.whole, definition("foo", { group, schema: FREE as never }));
  await isPublished(group, "v1", "Foo");
  expect((await published(group, "v1", "Foo"))?.properties ?? {}).not.toHaveProperty("spec");
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for CRD preserving unknown fields at the schema root", async () => {
  const group = "root.example.com";
  await customResource(cluster.whole, definition("foo", { group, schema: { ...withSchema, ...FREE } as never }));
  await isPublished(group, "v1", "Foo");
  const schema = await published(group, "v1", "Foo");
  // Clients of this document treat the listed properties as complete, so none are listed.
  expect(schema).toMatchObject({ type: "object" });
  expect(schema?.properties ?? {}).not.toHaveProperty("spec");
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for CRD preserving unknown fields in an embedded object", async () => {
  const group = "embedded.example.com";
  const embedded = {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  };
  await customResource(
    cluster.whole,
    definition("foo", { group, schema: { type: "object", properties: { spec: embedded } } as never }),
  );
  await isPublished(group, "v1", "Foo");
  const schema = await published(group, "v1", "Foo");
  expect(schema?.properties?.["spec"]).toMatchObject({ "x-kubernetes-preserve-unknown-fields": true });
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for multiple CRDs of different groups", async () => {
  for (const group of ["first.example.com", "second.example.com"])
    await customResource(cluster.whole, definition("foo", { group, schema: withSchema as never }));
  for (const group of ["first.example.com", "second.example.com"]) await isPublished(group, "v1", "Foo");
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for multiple CRDs of same group but different versions", async () => {
  const group = "versions.example.com";
  await customResource(
    cluster.whole,
    definition("foo", { group, versions: [version("v2", true), version("v3", false)] }),
  );
  await customResource(cluster.whole, definition("other", { group, versions: [version("v4", true)] }));
  for (const name of ["v2", "v3"]) await isPublished(group, name, "Foo");
  await isPublished(group, "v4", "Other");
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] works for multiple CRDs of same group and version but different kinds", async () => {
  const group = "kinds.example.com";
  for (const singular of ["foo", "bar"])
    await customResource(cluster.whole, definition(singular, { group, schema: withSchema as never }));
  for (const kind of ["Foo", "Bar"]) await isPublished(group, "v1", kind);
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] updates the published spec when one version gets renamed", async () => {
  const group = "renamed.example.com";
  const { name } = await customResource(
    cluster.whole,
    definition("foo", { group, versions: [version("v2", true), version("v3", false)] }),
  );
  for (const each of ["v2", "v3"]) await isPublished(group, each, "Foo");
  await cluster.whole.patch(
    `${DEFINITIONS}/${name}`,
    [
      { op: "test", path: "/spec/versions/1/name", value: "v3" },
      { op: "replace", path: "/spec/versions/1/name", value: "v4" },
    ],
    "json",
  );
  await isPublished(group, "v4", "Foo");
  await isPublished(group, "v3", "Foo", false);
  await isPublished(group, "v2", "Foo");
});

test("[sig-api-machinery] CustomResourcePublishOpenAPI [Privileged:ClusterAdmin] removes definition from spec when one version gets changed to not be served", async () => {
  const group = "served.example.com";
  const { name } = await customResource(
    cluster.whole,
    definition("foo", { group, versions: [version("v5", true), version("v6alpha1", false)] }),
  );
  for (const each of ["v5", "v6alpha1"]) await isPublished(group, each, "Foo");
  await cluster.whole.patch(
    `${DEFINITIONS}/${name}`,
    [{ op: "replace", path: "/spec/versions/1/served", value: false }],
    "json",
  );
  await isPublished(group, "v6alpha1", "Foo", false);
  await isPublished(group, "v5", "Foo");
});
