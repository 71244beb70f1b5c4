import { apiVersionOf } from "../../../shared/object.ts";
import type { KindSchema } from "./kindSchema.ts";
import { type Definitions, definitionRef, type JsonSchema } from "./validation.ts";

const DOCUMENT = "document";

/**
 * One schema for all documents of a text: checks each document, and each item of a `List`, against the schema of its
 * kind.
 *
 * @param unnamed the schema for documents without a kind
 * @param others the schema for documents of other kinds
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
