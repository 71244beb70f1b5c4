import { isKnownLarge, LARGE, noteLarge } from "./largeMaps.ts";

/** Number of characters of text that count as one part. */
const TEXT_PART = 256;

/**
 * The number of members and items in a value, including itself. Stops at the limit, and then returns any number above
 * it.
 */
export function partsOf(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length / TEXT_PART;
  if (typeof value !== "object" || value === null) return 0;
  let parts = 0;
  const pending: object[] = [value];
  const count = (member: unknown): void => {
    parts += 1;
    if (typeof member === "string") parts += member.length / TEXT_PART;
    else if (typeof member === "object" && member !== null) pending.push(member);
  };
  for (let next = pending.pop(); next !== undefined && parts <= limit; next = pending.pop()) {
    if (Array.isArray(next)) {
      // By index: `for…in` collects all indexes before it returns the first.
      for (let i = 0; i < next.length && parts <= limit; i += 1) count(next[i]);
      continue;
    }
    if (isKnownLarge(next)) return limit + 1;
    const before = parts;
    for (const name in next) {
      count((next as Readonly<Record<string, unknown>>)[name]);
      if (parts > limit) break;
    }
    if (parts - before > LARGE) noteLarge(next);
  }
  return parts;
}
