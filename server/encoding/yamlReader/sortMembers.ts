import { JsonNumber } from "../../../shared/json/jsonNumber.ts";

/** Members in order of their names, at every level: the reference reads YAML by way of JSON that is written so. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object" || value instanceof JsonNumber) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]));
}
