import fc from "fast-check";
import { expect, it } from "vitest";
import { dealHand, flowHash } from "./shuffleShard.ts";

it("deals distinct queues and the same hand for the same flow", () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 1, max: 512 }),
      fc.integer({ min: 1, max: 10 }),
      (hash, deck, wanted) => {
        const size = Math.min(wanted, deck);
        const hand = dealHand(hash, deck, size);
        expect(new Set(hand).size).toBe(size);
        for (const queue of hand) expect(queue >= 0 && queue < deck).toBe(true);
        expect(dealHand(hash, deck, size)).toEqual(hand);
      },
    ),
  ));

it("deals every hand equally often", () => {
  const counts = new Map<string, number>();
  const hands = 4 * 3;
  for (let hash = 0n; hash < 1200n; hash++) {
    const hand = dealHand(hash, 4, 2).join();
    counts.set(hand, (counts.get(hand) ?? 0) + 1);
  }
  expect(counts.size).toBe(hands);
  for (const count of counts.values()) expect(count).toBe(1200 / hands);
});

it("hashes flows by schema and distinguisher", () => {
  expect(flowHash("a", "b")).toBe(flowHash("a", "b"));
  expect(flowHash("a", "bc")).not.toBe(flowHash("ab", "c"));
});
