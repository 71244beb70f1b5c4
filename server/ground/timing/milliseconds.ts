/** Seconds whose nanoseconds fit into 64 bits. */
const LARGEST = 9_223_372_036;

/**
 * Seconds in milliseconds, with the reference's overflow: it counts time in 64-bit nanoseconds, which absurd numbers
 * overflow.
 * @param seconds a 64-bit integer of an object; beyond 2^53 it is decoded as a bigint, whatever its static type is
 */
export function milliseconds(seconds: number | bigint): number {
  if (typeof seconds === "number" && Math.abs(seconds) <= LARGEST) return seconds * 1000;
  return Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000n);
}
