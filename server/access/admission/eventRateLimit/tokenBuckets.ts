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
  const buckets = new Map<string, Bucket>();
  return (key) => {
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * rate);
    bucket.at = at;
    // A map keeps the order in which its keys came: the first is the oldest.
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > size && oldest !== undefined) buckets.delete(oldest);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
