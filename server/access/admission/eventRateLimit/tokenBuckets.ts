import { createHash } from "node:crypto";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";

/** A longer key is replaced by its digest: a field of an Event may be as long as the request body. */
const LONGEST_KEY = 512;

interface Bucket {
  tokens: number;
  /** When it held so many, in milliseconds. */
  at: number;
}

export interface BucketRules {
  /** Tokens that come back in a second. */
  readonly rate: number;
  /** Tokens that a bucket holds, and begins with. */
  readonly burst: number;
  /** Buckets that are kept: the one that was not used for the longest time goes first. */
  readonly size: number;
}

/** Buckets of tokens by key. @returns what takes a token from the bucket of a key, and answers whether there was one */
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
