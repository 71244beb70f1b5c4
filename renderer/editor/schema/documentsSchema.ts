import { apiVersionOf } from "../../../shared/object.ts";
import type { KindSchema } from "./kindSchema.ts";
import { type Definitions, definitionRef, type JsonSchema } from "./validation.ts";

const DOCUMENT = "document";

/**
 * One schema for all documents of a text: each is held to the schema of the kind that it names, and so are the items of a `List`.
 *
 * @param unnamed what documents are held to that do not name a kind, as long as they are being written
 * @param others what documents of other kinds are held to
 */
export function documentsSchema(kinds: readonly KindSchema[], unnamed: JsonSchema, others: JsonSchema): JsonSchema {
  const definitions: Definitions = Object.assign({}, ...kinds.map((kind) => kind.definitions));
  const named = { required: ["apiVersion", "kind"] };
  const isOf = (apiVersion: string, kind: string): JsonSchema => ({
    ...named,
    properties: { apiVersion: { const: apiVersion }, kind: { const: kind } },
  });
  const list = { type: "object", properties: { items: { type: "array", items: definitionRef(DOCUMENT) } } };
  const chain = [
    ...kinds.map((kind) => [isOf(apiVersionOf(kind), kind.kind), definitionRef(kind.name)] as const),
    [isOf("v1", "List"), list] as const,
    [named, others] as const,
  ].reduceRight<JsonSchema>(
    // biome-ignore lint/suspicious/noThenProperty: a schema is written so
    (otherwise, [condition, schema]) => ({ if: condition, then: schema, else: otherwise }),
    unnamed,
  );
  return { ...chain, definitions: { ...definitions, [DOCUMENT]: chain } };
}
