/** Maximum number of bits of the hash that selects a request's queues. */
export const MAX_HASH_BITS = 60;

/** How many bits are needed to deal a hand of `handSize` from a deck of `deckSize`. */
export function requiredEntropyBits(deckSize: number, handSize: number): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}
