/** Small helpers over decoded JSON that every file of this folder shares. */

import { JsonNumber } from "./jsonNumber.ts";

export type JsonMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A private copy. Numbers whose text was kept are values: they are shared. */
export function cloneJson<T>(value: T): T;
export function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => cloneJson(item));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cloneJson(member)]));
}

export function isEmptyMap(value: JsonMap): boolean {
  for (const _ in value) return false;
  return true;
}
