/** Bounds of a histogram's buckets, each twice the one before. */
export const doublingBuckets = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first * 2 ** i);
