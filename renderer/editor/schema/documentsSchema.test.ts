import { expect, test } from "vitest";
import { DEDUCED } from "../../../shared/apply/typeShape.ts";
import { documentsSchema } from "./documentsSchema.ts";
import type { KindSchema } from "./kindSchema.ts";

const kind = (group: string, name: string, definitions: KindSchema["definitions"]): KindSchema => ({
  group,
  version: "v1",
  kind: name,
  name: `io.${name}`,
  definitions,
  typeOf: () => DEDUCED,
  initialFields: () => ({}),
});
const map = kind("", "ConfigMap", { "io.ConfigMap": { type: "object" }, Meta: {} });
const deployment = kind("apps", "Deployment", { "io.Deployment": { type: "object" }, Meta: {}, Spec: {} });

/** The schema for a document: the first one whose condition matches. */
function schemaFor(root: Record<string, unknown>, document: Record<string, unknown>): unknown {
  let schema = root;
  while (schema["if"] !== undefined) {
    const { properties = {}, required } = schema["if"] as {
      properties?: Record<string, { const: string }>;
      required: string[];
    };
    const meets =
      required.every((name) => document[name] !== undefined) &&
      Object.entries(properties).every(([name, value]) => document[name] === value.const);
    schema = schema[meets ? "then" : "else"] as Record<string, unknown>;
  }
  return schema;
}

test("checks each document against the schema of its kind", () => {
  const schema = documentsSchema([map, deployment], { title: "unnamed" }, { title: "other" });
  expect(schemaFor(schema, { apiVersion: "v1", kind: "ConfigMap" })).toEqual({ $ref: "#/definitions/io.ConfigMap" });
  expect(schemaFor(schema, { apiVersion: "apps/v1", kind: "Deployment" })).toEqual({
    $ref: "#/definitions/io.Deployment",
  });
  expect(schemaFor(schema, { apiVersion: "v1", kind: "Deployment" })).toEqual({ title: "other" });
  expect(schemaFor(schema, { kind: "Deployment" })).toEqual({ title: "unnamed" });
});

test("checks each list item against its own schema and hoists all definitions to the root", () => {
  const schema = documentsSchema([map, deployment], {}, {});
  expect(schemaFor(schema, { apiVersion: "v1", kind: "List" })).toMatchObject({
    properties: { items: { items: { $ref: "#/definitions/document" } } },
  });
  const { definitions, ...root } = schema as { definitions: Record<string, unknown> };
  expect(Object.keys(definitions).sort()).toEqual(["Meta", "Spec", "document", "io.ConfigMap", "io.Deployment"]);
  expect(definitions["document"]).toEqual(root);
});
