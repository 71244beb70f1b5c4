/** Bounds of a histogram's buckets, each twice the previous one. */
export const doublingBuckets = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first * 2 ** i);
