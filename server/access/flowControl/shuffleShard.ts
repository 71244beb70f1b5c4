import { createHash } from "node:crypto";

/** The hash of a flow, which always selects the same queues. */
export function flowHash(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0);
}

/**
 * Deals a hand of distinct queues (shuffle sharding), as in the reference: two flows rarely have the whole hand in
 * common, so a flow that fills its queues leaves nearly every other flow at least one free queue.
 *
 * @param hash determines the hand; 64 bits
 * @returns `handSize` different numbers below `deckSize`
 */
export function dealHand(hash: bigint, deckSize: number, handSize: number): number[] {
  const remainders: number[] = [];
  let rest = hash;
  for (let i = 0; i < handSize; i++) {
    const cards = BigInt(deckSize - i);
    remainders.push(Number(rest % cards));
    rest /= cards;
  }
  return remainders.map((remainder, i) => {
    // A remainder is an index among the cards that are left, so skip the cards dealt before.
    let card = remainder;
    for (let j = i - 1; j >= 0; j--) if (card >= (remainders[j] as number)) card += 1;
    return card;
  });
}
