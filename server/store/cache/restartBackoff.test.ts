import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forEachIsolated } from "./forEachIsolated.ts";
import { RestartBackoff } from "./restartBackoff.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follower() {
  const seen = { starts: 0, errors: [] as unknown[], isBroken: false };
  const restarts = new RestartBackoff({
    restart: () => {
      seen.starts += 1;
      if (seen.isBroken) throw new Error("broken");
    },
    onError: (error) => seen.errors.push(error),
    now: () => Date.now(),
  });
  return { seen, restarts };
}

describe("RestartBackoff", () => {
  it("restarts at once after the first failure, and with increasing delay after repeated ones", () => {
    const { seen, restarts } = follower();
    restarts.failed();
    expect(seen.starts).toBe(1);
    for (let i = 0; i < 1000; i++) restarts.failed();
    expect(seen.starts).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(seen.starts).toBe(2);
    for (let i = 0; i < 1000; i++) restarts.failed();
    vi.advanceTimersByTime(1999);
    expect(seen.starts).toBe(2);
    vi.advanceTimersByTime(1);
    expect(seen.starts).toBe(3);
    expect(seen.errors).toEqual([]);
  });

  it("resets the delay after a long time without failures", () => {
    const { seen, restarts } = follower();
    for (let i = 0; i < 5; i++) {
      restarts.failed();
      vi.advanceTimersByTime(1_000_000);
    }
    expect(seen.starts).toBe(5);
  });

  it("retries a failing restart with increasing delay until it succeeds or is stopped", () => {
    const { seen, restarts } = follower();
    seen.isBroken = true;
    restarts.failed();
    vi.advanceTimersByTime(10 * 60_000);
    expect(seen.starts).toBeGreaterThan(10);
    expect(seen.starts).toBeLessThan(25);
    expect(seen.errors).toHaveLength(seen.starts);
    seen.isBroken = false;
    vi.advanceTimersByTime(60_000);
    const { starts } = seen;
    vi.advanceTimersByTime(10 * 60_000);
    expect(seen.starts).toBe(starts);
    restarts.failed();
    restarts.failed();
    restarts.stop();
    vi.advanceTimersByTime(10 * 60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("forEachIsolated", () => {
  it("processes every item, and throws the first error at the end", () => {
    const taken: number[] = [];
    const take = (item: number): void => {
      if (item % 2 === 0) throw new Error(`not ${item}`);
      taken.push(item);
    };
    expect(() => forEachIsolated([1, 2, 3, 4, 5], take)).toThrow("not 2");
    expect(taken).toEqual([1, 3, 5]);
    forEachIsolated([7], take);
    expect(taken).toContain(7);
  });
});
