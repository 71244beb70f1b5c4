import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRingBuffer } from "./ringBuffer.ts";

const atOnce = (run: () => void): void => run();

describe("createRingBuffer", () => {
  it("keeps the latest items in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.integer({ min: 1, max: 12 }), (numbers, capacity) => {
        const buffer = createRingBuffer<number>(capacity, atOnce);
        for (const number of numbers) buffer.push(number);
        expect(buffer.items()).toEqual(numbers.slice(-capacity));
        expect(buffer.total()).toBe(numbers.length);
      }),
    );
  });

  it("notifies once about a burst, and keeps its snapshot until then", () => {
    const turns: (() => void)[] = [];
    const buffer = createRingBuffer<string>(3, (run) => turns.push(run));
    let told = 0;
    const end = buffer.subscribe(() => {
      told += 1;
    });
    const before = buffer.items();
    buffer.push("a");
    buffer.push("b");
    expect(turns).toHaveLength(1);
    expect(buffer.items()).toBe(before);
    turns[0]?.();
    expect([told, buffer.items()]).toEqual([1, ["a", "b"]]);
    end();
    buffer.clear();
    turns[1]?.();
    expect([told, buffer.items(), buffer.total()]).toEqual([1, [], 0]);
  });

  it("drops older items when all weigh too much, and keeps the latest whatever it weighs", () => {
    const weights = fc.array(fc.nat(12), { maxLength: 50 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 12 }), (items, capacity) => {
        const buffer = createRingBuffer<number>(capacity, atOnce, { of: (item) => item, most: 10 });
        for (const item of items) buffer.push(item);
        const kept = buffer.items();
        expect(kept).toEqual(items.slice(items.length - kept.length));
        const weigh = (some: readonly number[]) => some.reduce((sum, item) => sum + item, 0);
        expect(kept.length <= 1 || weigh(kept) <= 10).toBe(true);
        // As many as there is room for: with one more they would be too many, or too heavy.
        const more = items.slice(items.length - kept.length - 1);
        expect(kept.length === items.length || more.length > capacity || weigh(more) > 10).toBe(true);
      }),
    );
  });

  it("continues in order after a clear in the middle", () => {
    const buffer = createRingBuffer<number>(2, atOnce);
    for (const number of [1, 2, 3]) buffer.push(number);
    buffer.clear();
    buffer.push(4);
    expect(buffer.items()).toEqual([4]);
  });
});
