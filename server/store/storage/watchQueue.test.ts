import { expect, it } from "vitest";
import type { StorageEvent, WatchMessage } from "./storage.ts";
import { WatchQueue } from "./watchQueue.ts";

const event = (revision: number): StorageEvent => ({ type: "delete", key: "/a", revision });
const events = (...revisions: number[]): WatchMessage & { type: "events" } => ({
  type: "events",
  events: revisions.map(event),
});

async function read(queue: WatchQueue): Promise<WatchMessage[]> {
  const seen: WatchMessage[] = [];
  for await (const message of queue) seen.push(message);
  return seen;
}

it("delivers everything in order up to its end, to waiting and to later readers", async () => {
  const queue = new WatchQueue();
  queue.push(events(2));
  const reading = read(queue);
  await Promise.resolve();
  queue.push(events(3, 4));
  queue.push({ type: "progress", revision: 4 });
  queue.close();
  queue.push(events(5));
  expect(await reading).toEqual([
    events(2),
    events(3, 4),
    { type: "progress", revision: 4 },
    { type: "end", end: { reason: "closed" } },
  ]);
});

it("ends when its reader leaves, and notifies the producer", async () => {
  let ended = 0;
  const queue = new WatchQueue({ onEnd: () => (ended += 1) });
  queue.push(events(2));
  for await (const _ of queue) break;
  expect(queue.ended).toBe(true);
  queue.close();
  expect(ended).toBe(1);
});

it("drops pending events and ends as overrun when the reader is too slow", async () => {
  const queue = new WatchQueue({ capacity: 3 });
  queue.push(events(2, 3, 4, 5, 6));
  expect(queue.ended).toBe(false);
  queue.push(events(7));
  expect(await read(queue)).toEqual([{ type: "end", end: { reason: "overrun" } }]);
});

it("counts only what the reader has not yet received", async () => {
  const queue = new WatchQueue({ capacity: 2 });
  const seen: number[] = [];
  const reading = (async () => {
    for await (const message of queue) {
      if (message.type !== "events") return;
      seen.push(message.events[0]?.revision ?? 0);
      if (message.events[0]?.revision === 6) queue.close();
      else queue.push(events((message.events[0]?.revision ?? 0) + 1));
    }
  })();
  queue.push(events(2));
  await reading;
  expect(seen).toEqual([2, 3, 4, 5, 6]);
});

it("forwards progress requests until it has ended, and allows one reader", async () => {
  const queue = new WatchQueue({ onProgressRequest: (own) => own.push({ type: "progress", revision: 9 }) });
  queue.requestProgress();
  queue.close();
  queue.requestProgress();
  expect(await read(queue)).toEqual([
    { type: "progress", revision: 9 },
    { type: "end", end: { reason: "closed" } },
  ]);
  await expect(read(queue)).rejects.toThrow("one reader");
});
