import { describe, expect, it } from "vitest";
import type { OpenApiSchema } from "../../../shared/schema/typeOfOpenApi.ts";
import { kindSchemaOf } from "./kindSchema.ts";
import { documentKey } from "./openApi.ts";

const PREFIX = "x-orch-";
const type = { group: "apps", version: "v1", kind: "Deployment" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = (of: typeof type) => ({ [`${PREFIX}group-version-kind`]: [of] });
const text = { type: "string" };
const crontab = { group: "stable.example.com", version: "v1", kind: "CronTab" };
const schemas: Record<string, OpenApiSchema> = {
  "io.D": {
    ...kind(type),
    type: "object",
    properties: {
      spec: { allOf: [ref("Spec")], default: { $ref: "#/components/schemas/Leaf" } },
      free: { type: "object" },
    },
  },
  Spec: {
    type: "object",
    properties: {
      self: ref("Spec"),
      leaf: { type: "array", items: ref("Leaf") },
      gone: ref("Missing"),
      labels: { type: "object", additionalProperties: text },
      policy: { type: "string", enum: ["Always"] },
      port: { oneOf: [{ type: "integer" }, text] },
    },
  },
  Leaf: text,
  Unused: { type: "integer" },
  "com.example.stable.v1.CronTab": {
    ...kind(crontab),
    type: "object",
    properties: {
      metadata: ref("Meta"),
      spec: {
        type: "object",
        properties: { a: text, b: { ...text, nullable: true } },
        anyOf: [{ properties: { a: { minLength: 1 } }, required: ["a"] }],
      },
      open: { type: "object", properties: { a: text }, [`${PREFIX}preserve-unknown-fields`]: true },
      inner: { type: "object", properties: { spec: text }, [`${PREFIX}embedded-resource`]: true },
      port: { [`${PREFIX}int-or-string`]: true },
    },
  },
  Meta: { type: "object", properties: { creationTimestamp: { type: "string", format: "date-time" } } },
};
const document = { components: { schemas } };

describe("kindSchemaOf", () => {
  const schema = kindSchemaOf(document, type, PREFIX);
  const spec = schema?.definitions["Spec"]?.["properties"] as Record<string, unknown>;

  it("contains exactly the reachable definitions, cycles included", () => {
    expect(schema?.name).toBe("io.D");
    expect(Object.keys(schema?.definitions ?? {}).sort()).toEqual(["Leaf", "Missing", "Spec", "io.D"]);
    expect(spec["self"]).toEqual({ $ref: "#/definitions/Spec" });
  });

  it("disallows unknown fields of objects with fields and allows any in free-form values and maps", () => {
    expect(schema?.definitions["io.D"]).toMatchObject({ additionalProperties: false });
    expect(schema?.definitions["Spec"]).toMatchObject({ additionalProperties: false });
    expect(schema?.definitions["io.D"]?.["properties"]).toHaveProperty("free", { type: ["object", "null"] });
    expect(spec["labels"]).toMatchObject({ additionalProperties: { type: ["string", "null"] } });
  });

  it("accepts null for every value of a built-in type", () => {
    expect(schema?.definitions["Leaf"]).toEqual({ type: ["string", "null"] });
    expect(spec["policy"]).toEqual({ type: ["string", "null"], enum: ["Always", null] });
    expect(spec["port"]).toEqual({ oneOf: [{ type: "integer" }, text, { type: "null" }] });
  });

  it("does not change defaults or its source document", () => {
    expect(schema?.definitions["io.D"]?.["properties"]).toHaveProperty("spec.default", ref("Leaf"));
    expect(schemas["Spec"]).not.toHaveProperty("additionalProperties");
  });

  it("follows the schema of custom resources", () => {
    const custom = kindSchemaOf(document, crontab, PREFIX);
    const fields = custom?.definitions["com.example.stable.v1.CronTab"]?.["properties"] as Record<string, unknown>;
    expect(fields["spec"]).toMatchObject({
      additionalProperties: false,
      properties: { a: text, b: { type: ["string", "null"] } },
      anyOf: [{ properties: { a: { minLength: 1 } }, required: ["a"] }],
    });
    expect(fields["open"]).not.toHaveProperty("additionalProperties");
    expect(fields["inner"]).toMatchObject({ properties: { apiVersion: {}, kind: {}, metadata: {}, spec: text } });
    expect(fields["port"]).toMatchObject({ type: ["integer", "string"] });
    expect(custom?.definitions["Meta"]).toMatchObject({
      properties: { creationTimestamp: { type: ["string", "null"] } },
    });
  });

  it("provides the kind's type for saving", () => {
    expect(schema?.typeOf()).toMatchObject({ kind: "struct" });
  });

  it("is undefined for missing kinds or another vocabulary, and is cached", () => {
    expect(kindSchemaOf(document, { ...type, kind: "Other" }, PREFIX)).toBeUndefined();
    expect(kindSchemaOf(document, type, "x-other-")).toBeUndefined();
    expect(kindSchemaOf({}, type, PREFIX)).toBeUndefined();
    expect(kindSchemaOf(document, type, PREFIX)).toBe(schema);
  });
});

it("builds the key of a group version in the index", () => {
  expect(documentKey({ group: "", version: "v1" })).toBe("api/v1");
  expect(documentKey(type)).toBe("apis/apps/v1");
});
