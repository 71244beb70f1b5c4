import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { setCustomSchema } from "../../../model/schema/openapi/customSchema.ts";
import { openApiV2, openApiV3, references, testSources } from "./testing/testSources.ts";

const NAME = "com.example.stable.v1.CronTab";

function withCronTabs(schema?: JsonObject) {
  const sources = testSources();
  const sample = sources.catalog.find("apps", "v1", "deployments") as Resource;
  const node: StructNode = { kind: "struct", fields: [], byName: new Map(), gvks: [] };
  if (schema !== undefined) setCustomSchema(node, schema);
  sources.catalog.addGroupVersion({ group: "stable.example.com", version: "v1" });
  sources.catalog.add({
    ...sample,
    node,
    group: "stable.example.com",
    resource: "crontabs",
    kind: "CronTab",
    subresources: new Map([["status", { name: "status", verbs: ["get", "patch", "update"] }]]),
  });
  return sources;
}

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";
const TEXT = expect.stringMatching(/^Standard object's metadata/) as string;
const METADATA = { allOf: [{ $ref: `#/components/schemas/${META}.ObjectMeta` }], description: TEXT };

const schema = { type: "object", properties: { spec: { type: "object", properties: { at: { type: "string" } } } } };
const sources = withCronTabs(schema);
const document = (await openApiV3(sources, "apis/stable.example.com/v1")) as JsonObject;

describe("custom resources", () => {
  it("are published under their group's reversed domain", () => {
    const { schemas } = document["components"] as { schemas: JsonObject };
    expect(schemas[NAME]).toMatchObject({
      properties: {
        apiVersion: { type: "string" },
        kind: { type: "string" },
        metadata: METADATA,
        spec: schema.properties.spec,
      },
      "x-kubernetes-group-version-kind": [{ group: "stable.example.com", version: "v1", kind: "CronTab" }],
    });
    expect(schemas[`${NAME}List`]).toMatchObject({
      required: ["items"],
      properties: { items: { items: { $ref: `#/components/schemas/${NAME}` } } },
    });
  });

  it("resolve all references", () => {
    const { schemas } = document["components"] as { schemas: JsonObject };
    const used = [...references(document)].map((ref) => ref.replace("#/components/schemas/", "")).sort();
    expect(used).toEqual(Object.keys(schemas));
  });

  it("have their own operations, without protobuf, strategic merge patch or deprecated watches", () => {
    const text = JSON.stringify(document["paths"]);
    expect(text).toContain('"createStableExampleComV1NamespacedCronTab"');
    expect(text).toContain('"replaceStableExampleComV1NamespacedCronTabStatus"');
    expect(text).toContain('"stableExampleCom_v1"');
    expect(text).not.toContain("strategic-merge");
    expect(text).not.toContain("/watch/");
  });

  it("are also in the version 2 document", async () => {
    const { definitions } = (await openApiV2(sources)) as { definitions: JsonObject };
    expect(definitions[NAME]).toMatchObject({ properties: { spec: schema.properties.spec } });
  });

  it("have a generic object schema when they define none", async () => {
    const plain = (await openApiV3(withCronTabs(), "apis/stable.example.com/v1")) as unknown as {
      components: { schemas: JsonObject };
    };
    expect(plain.components.schemas[NAME]).toMatchObject({ type: "object", properties: { kind: { type: "string" } } });
  });

  const published = async (root: JsonObject) => {
    const owners = withCronTabs(root);
    const { definitions } = (await openApiV2(owners)) as { definitions: Record<string, JsonObject> };
    const { components } = (await openApiV3(owners, "apis/stable.example.com/v1")) as unknown as {
      components: { schemas: Record<string, JsonObject> };
    };
    return { v2: definitions[NAME] as JsonObject, v3: components.schemas[NAME] as JsonObject };
  };

  it("have no properties in version 2 when the root preserves unknown fields", async () => {
    const { v2, v3 } = await published({ ...schema, description: "D", "x-kubernetes-preserve-unknown-fields": true });
    expect(Object.keys(v2).sort()).toEqual(["type", "x-kubernetes-group-version-kind"]);
    expect(v2["type"]).toBe("object");
    expect(v3).toMatchObject({ description: "D", properties: { spec: schema.properties.spec, metadata: METADATA } });
  });

  it("add apiVersion, kind and metadata to embedded objects", async () => {
    const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
    const open = { ...embedded, "x-kubernetes-preserve-unknown-fields": true };
    const { v2, v3 } = await published({
      type: "object",
      properties: {
        one: { ...embedded, required: ["spec", "kind"], properties: { spec: { type: "object" } } },
        many: { type: "array", items: open },
        named: { type: "object", additionalProperties: embedded },
      },
    });
    const identity = {
      apiVersion: { type: "string", description: expect.stringContaining("versioned schema") as string },
      kind: { type: "string" },
    };
    const object = { required: ["kind", "apiVersion"], properties: { ...identity, metadata: METADATA } };
    expect(v3["properties"]).toMatchObject({
      one: {
        required: ["spec", "kind", "apiVersion"],
        properties: { ...identity, spec: { type: "object" }, metadata: METADATA },
      },
      many: { items: object },
      named: { additionalProperties: object },
    });
    expect(v2["properties"]).toMatchObject({
      one: { properties: { metadata: { $ref: `#/definitions/${META}.ObjectMeta`, description: TEXT } } },
    });
    const { many } = v2["properties"] as { many: { items: JsonObject } };
    expect(many.items).not.toHaveProperty("properties");
    expect(many.items).not.toHaveProperty("required");
  });

  it("do not require nullable fields in version 2", async () => {
    const { v2, v3 } = await published({
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string", nullable: true }, b: { type: "string" } },
    });
    expect(v2["required"]).toEqual(["b"]);
    expect(v3["required"]).toEqual(["a", "b"]);
  });
});
