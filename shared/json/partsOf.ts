/** What has more members and items than this, or as much text, takes a millisecond or two to print. */
export const LARGE = 4096;
/** So many characters of text count as one. */
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
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name in next) {
      parts += 1;
      const member = (next as Readonly<Record<string, unknown>>)[name];
      if (typeof member === "string") parts += member.length / TEXT_PART;
      else if (typeof member === "object" && member !== null) pending.push(member);
      if (parts > limit) return parts;
    }
  }
  return parts;
}
