import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventQueue } from "./eventQueue.ts";

async function drained<T>(queue: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

describe("eventQueue", () => {
  it("delivers items in order, whether pushed before or during reading", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer()), fc.array(fc.integer()), async (before, during) => {
        const queue = eventQueue<number>();
        for (const item of before) queue.push(item);
        const reading = drained(queue);
        for (const item of during) {
          await Promise.resolve();
          queue.push(item);
        }
        queue.end();
        expect(await reading).toEqual([...before, ...during]);
      }),
    );
  });

  it("ends only once and ignores items pushed afterwards", async () => {
    const queue = eventQueue<string>();
    queue.push("a");
    queue.end();
    queue.push("late");
    queue.end();
    expect(await drained(queue)).toEqual(["a"]);
  });

  it("wakes a reader that is waiting when the queue ends", async () => {
    const queue = eventQueue<string>();
    const reading = drained(queue);
    await Promise.resolve();
    queue.end();
    expect(await reading).toEqual([]);
  });
});
