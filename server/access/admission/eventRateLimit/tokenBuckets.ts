import { createHash } from "node:crypto";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";

/** Longer keys are replaced by their digest, because a field of an Event may be as long as the request body. */
const LONGEST_KEY = 512;

interface Bucket {
  tokens: number;
  /** When `tokens` was computed, in milliseconds. */
  at: number;
}

export interface BucketRules {
  /** Tokens added per second. */
  readonly rate: number;
  /** Capacity of a bucket, which starts full. */
  readonly burst: number;
  /** Maximum number of buckets; the least recently used is dropped first. */
  readonly size: number;
}

/**
 * Token buckets by key.
 * @returns a function that takes a token from a key's bucket, and returns false when it is empty
 */
export function tokenBuckets({ rate, burst, size }: BucketRules, now: () => number): (key: string) => boolean {
  const buckets = new BoundedMap<string, Bucket>({ entries: size });
  return (name) => {
    const key = name.length > LONGEST_KEY ? createHash("sha256").update(name).digest("base64") : name;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * rate);
    bucket.at = at;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
