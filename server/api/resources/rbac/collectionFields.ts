import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../../shared/object.ts";

/**
 * Whether an update changes only what garbage collection needs (finalizers, owner references): the collector may then
 * write roles whose permissions it does not hold.
 */
export function onlyCollectionFieldsDiffer(object: ApiObject, old: ApiObject): boolean {
  return canonical(comparable(object)) === canonical(comparable(old));
}

function comparable(object: ApiObject): ApiObject {
  const { finalizers, ownerReferences, managedFields, resourceVersion, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** JSON with sorted keys; absent, null and empty values are equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return stringifyJson(value ?? null);
  const entries = Object.entries(value)
    .map(([key, item]) => [key, canonical(item)] as const)
    .filter(([, text]) => text !== "null" && text !== "[]" && text !== "{}")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}
