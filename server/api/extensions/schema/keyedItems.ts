import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";

/**
 * Finds the former value of an item of a keyed list. Items of other lists have no identity, and so no former value.
 * @param schema of the list
 * @param old the former list
 */
export function* matchItems(
  schema: JsonSchema,
  old: unknown,
  vocabulary: Vocabulary,
): Steps<(item: unknown) => unknown> {
  const { listType, mapKeys } = extensionsOf(schema, vocabulary);
  if (listType !== "map" || mapKeys === undefined || !Array.isArray(old)) return () => undefined;
  const keyOf = (item: unknown): string =>
    stringifyJson(mapKeys.map((key) => (isRecord(item) ? (item[key] ?? null) : null)));
  const byKey = new Map<string, unknown>();
  for (const item of old as readonly unknown[]) {
    if (isTurnDue()) yield;
    byKey.set(keyOf(item), item);
  }
  return (item) => byKey.get(keyOf(item));
}
