import { describe, expect, it } from "vitest";
import { finished } from "../../../shared/steps.ts";
import { type CacheEvent, frameOf } from "./cacheEvent.ts";
import { WatchWindow } from "./watchWindow.ts";
import { WindowBudget } from "./windowBudget.ts";

const event = (revision: number, bytes = 1): CacheEvent =>
  ({ revision, bytes, frames: undefined }) as unknown as CacheEvent;
const revisions = (events: CacheEvent[] | undefined): number[] | undefined => events?.map(({ revision }) => revision);

describe("WatchWindow", () => {
  function open(start = 10, retention = 1000) {
    const clock = { now: 0 };
    return { clock, window: new WatchWindow(start, { now: () => clock.now, retention }) };
  }

  it("returns the events after a revision", () => {
    const { window } = open();
    for (const revision of [11, 13, 20]) window.push(event(revision));
    expect(revisions(window.since(10))).toEqual([11, 13, 20]);
    expect(revisions(window.since(11))).toEqual([13, 20]);
    expect(revisions(window.since(12))).toEqual([13, 20]);
    expect(revisions(window.since(20))).toEqual([]);
    expect(revisions(window.since(99))).toEqual([]);
  });

  it("returns nothing for revisions before its start", () => {
    const { window } = open(10);
    expect(window.since(9)).toBeUndefined();
  });

  it("drops events older than the retention, and returns nothing for revisions before them", () => {
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

  it("moves its start to the storage's compacted revision", () => {
    const { window } = open(10);
    for (const revision of [11, 12, 13]) window.push(event(revision));
    window.compact(12);
    expect(window.since(11)).toBeUndefined();
    expect(revisions(window.since(12))).toEqual([13]);
    window.compact(5);
    expect(window.start).toBe(12);
  });

  it("limits the bytes kept for each resource, and returns nothing for dropped revisions", () => {
    const budget = new WindowBudget({ total: 1000, perResource: 100 });
    const window = new WatchWindow(0, { now: () => 0, retention: 1000, budget });
    for (let revision = 1; revision <= 20; revision++) window.push(event(revision, 30));
    expect(window.bytes).toBe(90);
    expect(budget.used).toBe(90);
    expect(window.start).toBe(17);
    expect(window.since(16)).toBeUndefined();
    expect(revisions(window.since(17))).toEqual([18, 19, 20]);
  });

  it("does not keep an event that is larger than its limit", () => {
    const budget = new WindowBudget({ total: 1000, perResource: 100 });
    const window = new WatchWindow(0, { now: () => 0, retention: 1000, budget });
    window.push(event(1, 5000));
    expect(window.bytes).toBe(0);
    expect(budget.used).toBe(0);
    expect(window.since(0)).toBeUndefined();
    expect(window.since(1)).toEqual([]);
  });

  it("drops events of the largest window first, so that quiet resources keep their history", () => {
    const budget = new WindowBudget({ total: 100, perResource: 1000 });
    const [quiet, busy] = [0, 0].map(() => new WatchWindow(0, { now: () => 0, retention: 1000, budget }));
    quiet?.push(event(1, 10));
    for (let revision = 2; revision <= 50; revision++) busy?.push(event(revision, 20));
    expect(revisions(quiet?.since(0))).toEqual([1]);
    expect(busy?.bytes).toBe(80);
    expect(budget.used).toBe(90);
  });

  it("counts encoded frames as they are made, and not those of dropped events", () => {
    const budget = new WindowBudget({ total: 1000, perResource: 100 });
    const window = new WatchWindow(0, { now: () => 0, retention: 1000, budget });
    const [first, second] = [event(1, 10), event(2, 10)];
    window.push(first);
    window.push(second);
    const encode = () => finished(Buffer.alloc(50));
    frameOf(first, "json", encode);
    frameOf(first, "json", encode);
    expect(window.bytes).toBe(70);
    frameOf(second, "json", encode);
    expect(revisions(window.since(1))).toEqual([2]);
    expect(window.bytes).toBe(60);
    expect(frameOf(first, "table", encode)).toHaveLength(50);
    expect(window.bytes).toBe(60);
    window.compact(2);
    expect(budget.used).toBe(0);
  });

  it("stays correct over many added and dropped events", () => {
    const { window, clock } = open(0, 50);
    for (let revision = 1; revision <= 1000; revision++) {
      clock.now += 1;
      window.push(event(revision));
    }
    expect(window.start).toBe(949);
    expect(revisions(window.since(990))).toEqual(Array.from({ length: 10 }, (_, i) => 991 + i));
  });
});
