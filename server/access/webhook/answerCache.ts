import { BoundedMap } from "../../../shared/collections/boundedMap.ts";

/** Answers that count for a while, by question. */
export interface AnswerCache<T> {
  get(key: string): T | undefined;
  /** @param ttl milliseconds; nothing is kept for none */
  set(key: string, value: T, ttl: number): void;
}

/** The most answers that are kept; then the least recently used ones go. */
const CAPACITY = 8192;

/** Answers of endpoints outside, for callers that ask the same again. @param now milliseconds since the epoch */
export function createAnswerCache<T>(now: () => number, capacity = CAPACITY): AnswerCache<T> {
  const entries = new BoundedMap<string, { readonly value: T; readonly until: number }>({ entries: capacity });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttl) {
      if (ttl > 0) entries.set(key, { value, until: now() + ttl });
    },
  };
}
