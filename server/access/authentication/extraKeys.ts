import { percentDecoded } from "../../../shared/text/percentDecoded.ts";

/** Keys of a user's extra values are percent-encoded in header names; an invalid encoding is used unchanged. */
export const unescapeKey = (raw: string): string => percentDecoded(raw) ?? raw;

/** Merges values by key: differently spelt headers may have the same key, which may be any text. */
export function mergeExtra(
  entries: Iterable<readonly [key: string, values: readonly string[]]>,
): Record<string, string[]> {
  const merged = new Map<string, string[]>();
  for (const [key, values] of entries) merged.set(key, [...(merged.get(key) ?? []), ...values]);
  return Object.fromEntries(merged);
}
