/** Small helpers over decoded JSON that every file of this folder shares. */

export type JsonMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export function isEmptyMap(value: JsonMap): boolean {
  for (const _ in value) return false;
  return true;
}
