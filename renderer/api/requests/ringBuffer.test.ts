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

  it("drops older items when all weigh too much", () => {
    const buffer = createRingBuffer<string>(5, atOnce, { of: ({ length }) => length, most: 6 });
    for (const item of ["aa", "bb", "cc", "dd"]) buffer.push(item);
    expect([buffer.items(), buffer.total()]).toEqual([["bb", "cc", "dd"], 4]);
  });

  it("continues in order after a clear in the middle", () => {
    const buffer = createRingBuffer<number>(2, atOnce);
    for (const number of [1, 2, 3]) buffer.push(number);
    buffer.clear();
    buffer.push(4);
    expect(buffer.items()).toEqual([4]);
  });
});
