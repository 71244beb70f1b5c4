import { describe, expect, it } from "vitest";
import { manualTimers } from "./testing/manualTimers.ts";
import { WorkQueue } from "./workQueue.ts";

describe("WorkQueue", () => {
  it("processes a key once, however often it was added", async () => {
    const done: string[] = [];
    const queue = new WorkQueue({ timers: manualTimers(), concurrency: 1, work: async (key) => void done.push(key) });
    for (const key of ["a", "b", "b", "c", "b"]) queue.add(key);
    await queue.idle();
    expect(done).toEqual(["a", "b", "c"]);
  });

  it("never processes a key concurrently, and processes it again when it was added meanwhile", async () => {
    let running = 0;
    let runs = 0;
    const release: (() => void)[] = [];
    const queue = new WorkQueue({
      timers: manualTimers(),
      async work() {
        expect(++running).toBe(1);
        runs++;
        await new Promise<void>((resolve) => release.push(resolve));
        running--;
      },
    });
    queue.add("a");
    queue.add("a");
    queue.add("a");
    release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    release.shift()?.();
    await queue.idle();
    expect(runs).toBe(2);
  });

  it("processes several keys concurrently, up to its limit", async () => {
    let running = 0;
    let most = 0;
    const queue = new WorkQueue({
      timers: manualTimers(),
      concurrency: 3,
      async work() {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      },
    });
    for (let i = 0; i < 20; i++) queue.add(`k${i}`);
    await queue.idle();
    expect(most).toBe(3);
  });

  it("retries with exponential backoff up to a limit, and resets it after a success", async () => {
    const timers = manualTimers();
    const delays: number[] = [];
    let failing = true;
    const queue = new WorkQueue({
      timers,
      longestDelay: 100,
      onError: (_error, _key, delay) => delays.push(delay),
      async work() {
        if (failing) throw new Error("no");
      },
    });
    queue.add("a");
    for (let i = 0; i < 4; i++) {
      await queue.idle();
      timers.advance(100);
    }
    await queue.idle();
    expect(delays).toEqual([20, 40, 80, 100, 100]);
    failing = false;
    timers.advance(100);
    await queue.idle();
    failing = true;
    queue.add("a");
    await queue.idle();
    expect(delays.at(-1)).toBe(20);
  });

  it("limits the retries of all keys together, but for a first burst", async () => {
    const timers = manualTimers();
    const delays: number[] = [];
    const queue = new WorkQueue({
      timers,
      firstDelay: 5,
      retryRate: { perSecond: 10, burst: 3 },
      onError: (_error, _key, delay) => delays.push(delay),
      work: () => Promise.reject(new Error("no")),
    });
    for (const key of ["a", "b", "c", "d", "e"]) queue.add(key);
    await queue.idle();
    expect(delays).toEqual([5, 5, 5, 100, 200]);
    await queue.stop();
  });

  it("has a full burst again after a calm period", async () => {
    const timers = manualTimers();
    const delays: number[] = [];
    const queue = new WorkQueue({
      timers,
      firstDelay: 5,
      retryRate: { perSecond: 10, burst: 2 },
      onError: (_error, _key, delay) => delays.push(delay),
      work: (key) => (timers.now > 0 && key < "d" ? Promise.resolve() : Promise.reject(new Error("no"))),
    });
    for (const key of ["a", "b", "c"]) queue.add(key);
    await queue.idle();
    timers.advance(1000);
    await queue.idle();
    for (const key of ["d", "e", "f"]) queue.add(key);
    await queue.idle();
    expect(delays).toEqual([5, 5, 100, 5, 5, 100]);
    await queue.stop();
  });

  it("processes a delayed key at once when it is added, and not again after the delay", async () => {
    const timers = manualTimers();
    let runs = 0;
    const queue = new WorkQueue({ timers, work: async () => void runs++ });
    queue.addAfter("a", 1000);
    queue.add("a");
    await queue.idle();
    timers.advance(1000);
    await queue.idle();
    expect(runs).toBe(1);
  });

  it("keeps the shorter of two delays, whichever came first", async () => {
    const timers = manualTimers();
    const done: string[] = [];
    const queue = new WorkQueue({ timers, work: async (key) => void done.push(`${key} ${timers.now}`) });
    queue.addAfter("a", 100);
    queue.addAfter("a", 5000);
    queue.addAfter("b", 5000);
    queue.addAfter("b", 100);
    timers.advance(60);
    queue.addAfter("a", 50);
    queue.addAfter("c", 2 ** 40);
    for (const step of [40, 10_000, 2 ** 40]) {
      timers.advance(step);
      await queue.idle();
    }
    expect(done).toEqual(["a 100", "b 100", `c ${2 ** 40 + 10_100}`]);
    expect(timers.pending()).toEqual([]);
  });

  it("processes a key at once when its delay is zero or negative", async () => {
    const timers = manualTimers();
    const done: string[] = [];
    const queue = new WorkQueue({ timers, work: async (key) => void done.push(key) });
    for (const [key, delay] of [
      ["a", 0],
      ["b", -1],
      ["c", Number.NaN],
    ] as const)
      queue.addAfter(key, delay);
    await queue.idle();
    expect([done, timers.pending()]).toEqual([["a", "b", "c"], []]);
  });

  it("continues when the error handler fails", async () => {
    const timers = manualTimers();
    let runs = 0;
    const queue = new WorkQueue({
      timers,
      concurrency: 1,
      work: () => Promise.reject(new Error("no")),
      onError() {
        runs++;
        throw new Error("cannot log");
      },
    });
    const unhandled: unknown[] = [];
    const listener = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", listener);
    queue.add("a");
    await queue.idle();
    queue.add("b");
    await queue.idle();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect([runs, unhandled]).toEqual([2, []]);
    expect(timers.pending()).toEqual([20, 20]);
  });

  it("reports when a single key is settled, whatever else is queued", async () => {
    const timers = manualTimers();
    const release = new Map<string, () => void>();
    const queue = new WorkQueue({
      timers,
      work: (key) => new Promise<void>((resolve) => release.set(key, resolve)),
    });
    queue.add("a");
    queue.add("b");
    let settled = false;
    const waiting = queue.idle("a").then(() => {
      settled = true;
    });
    queue.add("a");
    release.get("a")?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    release.get("a")?.();
    await waiting;
    await queue.idle("never added");
    release.get("b")?.();
    await queue.idle();
  });

  it("stop drops all queued and delayed keys", async () => {
    const timers = manualTimers();
    const done: string[] = [];
    const queue = new WorkQueue({ timers, concurrency: 1, work: async (key) => void done.push(key) });
    queue.add("a");
    queue.add("b");
    queue.addAfter("c", 10);
    await queue.stop();
    timers.advance(10);
    queue.add("d");
    expect(done).toEqual(["a"]);
    expect(timers.pending()).toEqual([]);
  });
});
