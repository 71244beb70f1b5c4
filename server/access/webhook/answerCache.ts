import { BoundedMap } from "../../../shared/collections/boundedMap.ts";

/** A cache of responses with a lifetime, by request. */
export interface AnswerCache<T> {
  get(key: string): T | undefined;
  /** @param ttl milliseconds; 0 stores nothing */
  set(key: string, value: T, ttl: number): void;
}

/** Maximum number of entries; beyond it, the least recently used are dropped. */
const CAPACITY = 8192;

/** A cache of responses of external endpoints. @param now milliseconds since the epoch */
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
