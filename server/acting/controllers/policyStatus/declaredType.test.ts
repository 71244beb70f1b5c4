import { expect, it } from "vitest";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { compileSchema } from "../../../api/extensions/schema/structuralSchema.ts";
import type { CelType } from "../../../ground/cel/types/celType.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { declaredType } from "./declaredType.ts";

const schema = loadSchema();
const fieldsOf = (type: CelType | undefined) => (type?.kind === "object" ? [...type.fields.keys()] : type?.kind);
const at = (type: CelType | undefined, ...names: string[]): CelType | undefined =>
  names.reduce((of: CelType | undefined, name) => {
    if (of?.kind === "list") return of.element;
    if (of?.kind === "map") return of.value;
    return of?.kind === "object" ? of.fields.get(name)?.type : undefined;
  }, type);

it("gives a recursive type no fields at the second level", () => {
  const node = schema.forKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition") as StructNode;
  const root = at(declaredType(node, "Definition"), "spec", "versions", "[]", "schema", "openAPIV3Schema");
  expect(fieldsOf(root)).toContain("description");
  expect(fieldsOf(root)).not.toContain("default");
  expect(at(root, "properties", "[]")).toMatchObject({ kind: "object", fields: new Map() });
});

it("describes custom resources as their schema does", () => {
  const keep = { "x-kubernetes-preserve-unknown-fields": true };
  const node = compileSchema(
    {
      type: "object",
      properties: {
        free: { ...keep },
        open: { type: "object", ...keep, properties: { a: { type: "string" } } },
        inner: { type: "object", ...keep, "x-kubernetes-embedded-resource": true },
        any: { type: "object", additionalProperties: true },
        names: { type: "object", additionalProperties: { type: "integer" } },
      },
    },
    {
      vocabulary: createVocabulary(),
      objectMeta: schema.forKind("", "v1", "Pod")?.byName.get("metadata")?.type as StructNode,
      gvk: ["a.example.com", "v1", "A"],
    },
  );
  const type = declaredType(node, "A");
  expect(fieldsOf(type)).toEqual(["open", "inner", "any", "names", "apiVersion", "kind", "metadata"]);
  expect(fieldsOf(at(type, "open"))).toEqual(["a"]);
  expect(fieldsOf(at(type, "inner"))).toEqual(["apiVersion", "kind", "metadata"]);
  expect(fieldsOf(at(type, "any"))).toEqual([]);
  expect(at(type, "names")).toMatchObject({ kind: "map", value: { kind: "int" } });
});
