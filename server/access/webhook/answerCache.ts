import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import { isAged } from "../../ground/timing/isAged.ts";

/** A cache of responses with a lifetime, by request. */
export interface AnswerCache<T> {
  get(key: string): T | undefined;
  /**
   * @param ttl milliseconds; 0 stores nothing
   * @param size characters of the value, if others choose them; those of the key are counted by the cache
   */
  set(key: string, value: T, ttl: number, size?: number): void;
}

/** Maximum number of entries; beyond it, the least recently used are dropped. */
const CAPACITY = 8192;
/** Maximum number of characters of all entries together: clients choose some keys, external endpoints the values. */
const MAX_SIZE = 32 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly since: number;
  readonly ttl: number;
}

/**
 * A cache of responses of external endpoints. An entry ends with its TTL, and also when the clock is set back before
 * the entry was made, because its age is then unknown.
 * @param now milliseconds since the epoch
 */
export function createAnswerCache<T>(now: () => number, capacity = CAPACITY): AnswerCache<T> {
  const entries = new BoundedMap<string, Entry<T>>({ entries: capacity, weight: MAX_SIZE });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (!isAged(entry.since, entry.ttl, now())) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttl, size = 0) {
      if (ttl > 0) entries.set(key, { value, since: now(), ttl }, key.length + size);
    },
  };
}
