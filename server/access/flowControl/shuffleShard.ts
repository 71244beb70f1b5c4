import { createHash } from "node:crypto";

/** The number that a flow is known by: the same flow always gets the same queues to choose from. */
export function flowHash(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0);
}

/**
 * Deals a hand of distinct queues (shuffle sharding), as the reference does: two flows seldom have the whole hand in
 * common, so that a flow that fills its queues leaves nearly every other flow at least one free queue.
 *
 * @param hash decides; 64 bits
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
    // Each card is counted among those that are left: skip the ones dealt before.
    let card = remainder;
    for (let j = i - 1; j >= 0; j--) if (card >= (remainders[j] as number)) card += 1;
    return card;
  });
}
