import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { positionAt, renumber, scrollTopFor, windowAt } from "./rowWindow.ts";

const ROW = 28;
const HEAD = 30;

describe("windowAt", () => {
  it("covers the visible rows but no more than exist", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000), fc.nat(60_000), (scrollTop, height, count) => {
        const { first, last } = windowAt(positionAt(scrollTop, height, ROW), count);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(last).toBeLessThanOrEqual(count);
        expect(last - first).toBeLessThanOrEqual(Math.ceil(height / ROW) + 20);
        const lowest = Math.max(0, count * ROW - height);
        const seen = Math.min(scrollTop, lowest);
        expect(first * ROW).toBeLessThanOrEqual(seen);
        if (scrollTop <= lowest) expect(last * ROW).toBeGreaterThanOrEqual(Math.min(count * ROW, seen + height));
      }),
    );
  });

  it("stays the same while scrolling by less than its step", () => {
    expect(positionAt(0, 600, ROW)).toEqual(positionAt(4 * ROW - 1, 600, ROW));
    expect(positionAt(0, 600, ROW)).not.toEqual(positionAt(4 * ROW, 600, ROW));
  });
});

describe("renumber", () => {
  const numbers = ({ first, last, shift }: { first: number; last: number; shift: number }): number[] =>
    Array.from({ length: last - first }, (_, i) => first + i - shift);

  it("keeps the numbers of remaining rows and reuses numbers after a jump", () => {
    const start = { first: 0, last: 5, shift: 0 };
    const moved = renumber(start, { first: 3, last: 8 });
    expect(numbers(moved)).toEqual([3, 4, 5, 6, 7]);
    const jumped = renumber(moved, { first: 900, last: 905 });
    expect(numbers(jumped)).toEqual(numbers(moved));
    expect(numbers(renumber(jumped, { first: 10, last: 15 }))).toEqual(numbers(moved));
    expect(numbers(renumber(jumped, { first: 898, last: 903 })).slice(2)).toEqual(numbers(jumped).slice(0, 3));
  });
});

describe("scrollTopFor", () => {
  const sight = { scrollTop: 2_800, height: 590, rowHeight: ROW, headHeight: HEAD };

  it("does not scroll to a visible row", () => {
    expect(scrollTopFor(100, sight)).toBe(2_800);
    expect(scrollTopFor(119, sight)).toBe(2_800);
  });

  it("scrolls no further than necessary", () => {
    expect(scrollTopFor(99, sight)).toBe(2_772);
    expect(scrollTopFor(120, sight)).toBe(2_828);
    expect(scrollTopFor(0, sight)).toBe(0);
  });
});
