import { percentDecoded } from "../../../shared/text/percentDecoded.ts";

/** Keys of a user's extra values are percent-encoded in header names; a bad encoding stands for itself. */
export const unescapeKey = (raw: string): string => percentDecoded(raw) ?? raw;

/** Brings the values of each key together: headers that are spelt differently may mean the same key, which may be any text. */
export function mergeExtra(
  entries: Iterable<readonly [key: string, values: readonly string[]]>,
): Record<string, string[]> {
  const merged = new Map<string, string[]>();
  for (const [key, values] of entries) merged.set(key, [...(merged.get(key) ?? []), ...values]);
  return Object.fromEntries(merged);
}
