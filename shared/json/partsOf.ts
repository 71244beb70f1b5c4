import { isKnownLarge, LARGE, noteLarge } from "./largeMaps.ts";

/** The number of characters of text that count as one part. */
const TEXT_PART = 256;

/**
 * How many members and items a value has, itself and below. Looks at no more of it than it takes to know that they are more
 * than the limit; what it returns then is any number above it.
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
      // By index: `in` gathers the names of all items before it gives the first.
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
