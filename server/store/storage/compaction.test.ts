import { afterEach, describe, expect, it, vi } from "vitest";
import { Compaction } from "./compaction.ts";
import type { Storage } from "./storage.ts";

/** A store that only reports revisions by time: revision n was committed at n seconds. */
function agedStorage(revision: number) {
  const compacted: number[] = [];
  const storage = {
    revisionAt: async (time: number) => Math.max(1, Math.min(revision, Math.floor(time / 1000))),
    async compact(to: number) {
      compacted.push(to);
      return to;
    },
  };
  return { storage: storage as unknown as Storage & { revisionAt: Storage["revisionAt"] }, compacted };
}

function compaction(storage: Storage, time: { now: number }) {
  const told: number[] = [];
  const errors: unknown[] = [];
  const running = new Compaction(storage, {
    retention: 10_000,
    now: () => time.now,
    onCompacted: (revision) => told.push(revision),
    onError: (error) => errors.push(error),
  });
  return { running, told, errors };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("Compaction", () => {
  it("compacts revisions older than the retention, and reports the compacted revision", async () => {
    const { storage, compacted } = agedStorage(100);
    const time = { now: 30_000 };
    const { running, told } = compaction(storage, time);
    await running.runOnce();
    expect([compacted, told]).toEqual([[20], [20]]);
    time.now = 45_000;
    await running.runOnce();
    expect(told).toEqual([20, 35]);
  });

  it("does nothing when there is nothing to compact", async () => {
    const { storage, compacted } = agedStorage(100);
    const { running, told } = compaction(storage, { now: 5000 });
    await running.runOnce();
    await running.runOnce();
    expect([compacted, told]).toEqual([[], []]);
  });

  it("reports errors instead of rejecting", async () => {
    const { storage } = agedStorage(100);
    storage.revisionAt = () => Promise.reject(new Error("disk"));
    const { running, errors, told } = compaction(storage, { now: 50_000 });
    await running.runOnce();
    expect([errors, told]).toEqual([[new Error("disk")], []]);
  });

  it("runs several times per retention until it is stopped", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { storage } = agedStorage(100);
    const runs = vi.fn(storage.revisionAt);
    storage.revisionAt = runs;
    const { running } = compaction(storage, { now: 30_000 });
    running.start();
    vi.advanceTimersByTime(10_000);
    expect(runs).toHaveBeenCalledTimes(5);
    running.stop();
    vi.advanceTimersByTime(10_000);
    expect(runs).toHaveBeenCalledTimes(5);
  });
});
