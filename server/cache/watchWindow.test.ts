import { describe, expect, it } from "vitest";
import type { CacheEvent } from "./cacheEvent.ts";
import { WatchWindow } from "./watchWindow.ts";

const event = (revision: number): CacheEvent => ({ revision }) as CacheEvent;
const revisions = (events: CacheEvent[] | undefined): number[] | undefined => events?.map(({ revision }) => revision);

describe("WatchWindow", () => {
  function open(start = 10, retention = 1000) {
    const clock = { now: 0 };
    return { clock, window: new WatchWindow(start, { now: () => clock.now, retention }) };
  }

  it("answers the events after a revision", () => {
    const { window } = open();
    for (const revision of [11, 13, 20]) window.push(event(revision));
    expect(revisions(window.since(10))).toEqual([11, 13, 20]);
    expect(revisions(window.since(11))).toEqual([13, 20]);
    expect(revisions(window.since(12))).toEqual([13, 20]);
    expect(revisions(window.since(20))).toEqual([]);
    expect(revisions(window.since(99))).toEqual([]);
  });

  it("does not know what was before its start", () => {
    const { window } = open(10);
    expect(window.since(9)).toBeUndefined();
  });

  it("forgets events older than the retention, and says so", () => {
    const { window, clock } = open(10, 1000);
    window.push(event(11));
    clock.now = 900;
    window.push(event(12));
    clock.now = 1500;
    window.push(event(13));
    expect(window.start).toBe(11);
    expect(window.since(10)).toBeUndefined();
    expect(revisions(window.since(11))).toEqual([12, 13]);
  });

  it("moves up with the storage's compaction", () => {
    const { window } = open(10);
    for (const revision of [11, 12, 13]) window.push(event(revision));
    window.compact(12);
    expect(window.since(11)).toBeUndefined();
    expect(revisions(window.since(12))).toEqual([13]);
    window.compact(5);
    expect(window.start).toBe(12);
  });

  it("stays correct over many events that come and go", () => {
    const { window, clock } = open(0, 50);
    for (let revision = 1; revision <= 1000; revision++) {
      clock.now += 1;
      window.push(event(revision));
    }
    expect(window.start).toBe(949);
    expect(revisions(window.since(990))).toEqual(Array.from({ length: 10 }, (_, i) => 991 + i));
  });
});
