import { describe, expect, it } from "vitest";
import type { TypeNode } from "../../../../shared/schema/typeNode.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { compileSchema } from "./structuralSchema.ts";

const vocabulary = createVocabulary();
const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
const options = { vocabulary, objectMeta, gvk: ["g", "v1", "K"] as const };
const compiled = (schema: JsonSchema): TypeNode | undefined =>
  compileSchema({ type: "object", properties: { a: schema } }, options).byName.get("a")?.type;

describe("compileSchema", () => {
  it("creates an anonymous struct for the kind with standard metadata", () => {
    const node = compileSchema({ type: "object" }, options);
    expect(node).toMatchObject({ kind: "struct", gvks: [["g", "v1", "K"]] });
    expect(node.name).toBeUndefined();
    expect([...node.byName.keys()]).toEqual(["apiVersion", "kind", "metadata"]);
    expect(node.byName.get("metadata")?.type).toBe(objectMeta);
  });

  it("assigns no protobuf field numbers", () => {
    const node = compileSchema({ type: "object", properties: { spec: { type: "object" } } }, options);
    expect(node.fields.every(({ tag, pointer }) => tag === undefined && pointer)).toBe(true);
  });

  it("preserves everything without a schema", () => {
    expect(compileSchema(undefined, options).preserveUnknown).toBe(true);
  });

  it.each<[JsonSchema, object]>([
    [
      { type: "string", format: "date-time" },
      { kind: "scalar", scalar: "string" },
    ],
    [{ type: "integer" }, { kind: "scalar", scalar: "int64" }],
    [{ type: "number" }, { kind: "scalar", scalar: "double" }],
    [
      { type: "boolean", nullable: true },
      { kind: "scalar", scalar: "bool", nullable: true },
    ],
    [{ "x-kubernetes-int-or-string": true }, { kind: "scalar", scalar: "intOrString" }],
    [{ "x-kubernetes-preserve-unknown-fields": true }, { kind: "any" }],
    [
      { type: "object", additionalProperties: { type: "string" } },
      { kind: "map", values: { scalar: "string" } },
    ],
    [
      { type: "object", additionalProperties: true, "x-kubernetes-map-type": "atomic" },
      { kind: "map", mapType: "atomic" },
    ],
    [
      { type: "array", items: { type: "string" } },
      { kind: "list", items: { scalar: "string" } },
    ],
    [
      { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      { kind: "struct", preserveUnknown: true },
    ],
  ])("%j", (schema, expected) => {
    expect(compiled(schema)).toMatchObject(expected);
  });

  it("carries over list types, required fields and defaults", () => {
    const items = {
      type: "object",
      required: ["k"],
      properties: { k: { type: "string" }, d: { type: "integer", default: 1 } },
    };
    const list = {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items,
    } as const;
    const node = compiled(list);
    expect(node).toMatchObject({ kind: "list", listType: "map", mapKeys: ["k"] });
    const struct = node?.kind === "list" && node.items.kind === "struct" ? node.items : undefined;
    expect(struct?.byName.get("k")).toMatchObject({ required: true });
    expect(struct?.byName.get("d")).toMatchObject({ required: false, default: 1 });
  });

  it("gives embedded objects the standard fields and untyped metadata", () => {
    const node = compiled({ type: "object", "x-kubernetes-embedded-resource": true });
    expect(node).toMatchObject({ kind: "struct", embeddedResource: true });
    const metadata = node?.kind === "struct" ? node.byName.get("metadata")?.type : undefined;
    expect(metadata).toMatchObject({ kind: "struct", name: objectMeta.name });
    expect(metadata?.kind === "struct" && metadata.fields.every(({ tag }) => tag === undefined)).toBe(true);
  });
});
