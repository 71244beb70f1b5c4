import { type CelValue, isMap, ListValue, OpaqueValue, textLength } from "./values.ts";

/** The size that determines the work on a value: code points, bytes, elements; 1 for other values. */
export function sizeOf(value: CelValue): number {
  if (typeof value === "string") return textLength(value);
  if (value === null || typeof value !== "object") return 1;
  if (value instanceof ListValue || isMap(value)) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return value instanceof OpaqueValue && typeof value.data === "string" ? value.data.length : 1;
}
