import type { JsonSchema } from "../../editor/kindSchema.ts";

/** One schema for documents of several kinds: each is held to the schema of the kind that it names. */
export function schemaByKind(schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const definitions = [...schemas.values()].map((schema) => schema["definitions"] as object | undefined);
  const branches = [...schemas].map(([kind, { definitions: _apart, ...schema }]) => ({
    if: { properties: { kind: { const: kind } }, required: ["kind"] },
    // biome-ignore lint/suspicious/noThenProperty: a schema is written so
    then: schema,
  }));
  return {
    type: "object",
    required: ["apiVersion", "kind"],
    properties: { kind: { enum: [...schemas.keys()] } },
    allOf: branches,
    definitions: Object.assign({}, ...definitions),
  };
}
