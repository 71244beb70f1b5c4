import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WatchedEvent } from "./protocol/messages.ts";
import { WholeRevisions } from "./wholeRevisions.ts";

const event = (revision: number): WatchedEvent => ({
  type: 0,
  kv: { key: new Uint8Array(0), value: new Uint8Array(0), createRevision: 1, modRevision: revision },
});
const revisionsOf = (events: readonly WatchedEvent[]) => events.map(({ kv }) => kv?.modRevision);

describe("WholeRevisions", () => {
  it("holds back a revision that may continue in the next fragment", () => {
    const revisions = new WholeRevisions();
    expect(revisionsOf(revisions.take({ events: [2, 2, 3].map(event), fragment: true }))).toEqual([2, 2]);
    expect(revisionsOf(revisions.take({ events: [3].map(event), fragment: true }))).toEqual([]);
    expect(revisionsOf(revisions.take({ events: [3, 4].map(event), fragment: false }))).toEqual([3, 3, 3, 4]);
    expect(revisionsOf(revisions.take({ events: [5].map(event), fragment: false }))).toEqual([5]);
  });

  it("loses, repeats and splits no revision, however the fragments are cut", () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(40)), (sizes, cuts) => {
        const all = sizes.flatMap((size, i) => Array.from({ length: size }, () => event(i + 2)));
        const ends = [...new Set(cuts.filter((cut) => cut < all.length))].sort((a, b) => a - b);
        const revisions = new WholeRevisions();
        const told = [...ends, all.length].map((end, i) =>
          revisions.take({ events: all.slice(ends[i - 1] ?? 0, end), fragment: end < all.length }),
        );
        expect(told.flat()).toEqual(all);
        for (const [i, events] of told.entries()) {
          const next = told.slice(i + 1).flat();
          expect(next.some((one) => events.some((other) => other.kv?.modRevision === one.kv?.modRevision))).toBe(false);
        }
      }),
    );
  });
});
