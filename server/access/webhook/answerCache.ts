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
  const entries = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.until <= now()) return undefined;
      // A map keeps the order of insertion: what was used comes last.
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, ttl) {
      if (ttl <= 0) return;
      entries.delete(key);
      entries.set(key, { value, until: now() + ttl });
      const [oldest] = entries.keys();
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
    },
  };
}
