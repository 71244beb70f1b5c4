import { TRAVERSAL } from "../overload.ts";
import { type CelValue, isMap, ListValue, ObjectValue } from "../values/values.ts";

/**
 * The cost of reading a value with all its parts, members' names included: one unit for each part, but for texts and
 * bytes a tenth of their bytes, rounded down.
 * @param work counts the parts
 */
export function readingCost(value: CelValue, work: (steps: number) => void): number {
  work(1);
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * TRAVERSAL);
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL);
  if (value === null || typeof value !== "object") return 1;
  let sum = 0;
  if (value instanceof ListValue) for (const item of value.values()) sum += readingCost(item, work);
  else if (isMap(value)) for (const key of value.keys()) sum += entryCost(key, value.get(key), work);
  else if (value instanceof ObjectValue)
    for (const name of value.names()) sum += entryCost(name, value.get(name), work);
  else return 1;
  return sum;
}

function entryCost(key: CelValue, value: CelValue | undefined, work: (steps: number) => void): number {
  return value === undefined ? 0 : readingCost(key, work) + readingCost(value, work);
}
