/** Bits of the hash that picks a request's queues. */
export const MAX_HASH_BITS = 60;

/** How many bits it takes to deal a hand of that size from a deck of that size. */
export function requiredEntropyBits(deckSize: number, handSize: number): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}
