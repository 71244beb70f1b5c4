/** Sizes that estimates know. */
import type { SizeRange } from "../overload.ts";
import type { Expression } from "../syntax/expression.ts";
import { type CelType, DYN } from "../types/celType.ts";
import { textLength } from "../values/values.ts";

export const UNKNOWN: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };
export const exactly = (size: number): SizeRange => ({ min: size, max: size });
export const union = (a: SizeRange, b: SizeRange): SizeRange => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});
/** Multiplies; zero times Infinity is zero. */
export const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

const SCALARS: ReadonlySet<string> = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);

/** The size of a literal; undefined for other expressions. */
export function literalSize(node: Expression): SizeRange | undefined {
  if (node.kind === "list") return exactly(node.elements.length);
  if (node.kind === "map") return exactly(node.entries.length);
  if (node.kind !== "constant") return undefined;
  if (typeof node.value === "string") return exactly(textLength(node.value));
  return exactly(node.value instanceof Uint8Array ? node.value.length : 1);
}

/** Whether all values of a type have size 1. */
export function isScalar(type: CelType): boolean {
  if (type.kind === "opaque" && type.name === "optional_type") return isScalar(type.parameters[0] ?? DYN);
  return SCALARS.has(type.kind);
}
