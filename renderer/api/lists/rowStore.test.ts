import { describe, expect, it } from "vitest";
import { manualFrames } from "../../testing/manualFrames.ts";
import { row } from "../../testing/rows.ts";
import { RowStore } from "./rowStore.ts";

describe("RowStore", () => {
  it("notifies readers once per frame regardless of the number of events", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    let calls = 0;
    store.subscribe(() => {
      calls += 1;
    });
    for (let i = 0; i < 1000; i += 1) store.changed("ADDED", [row(`r${i}`)]);
    expect(frames.count()).toBe(1);
    expect(calls).toBe(0);
    frames.run();
    expect(calls).toBe(1);
    expect(store.getSnapshot().rows.size).toBe(1000);
  });

  it("keeps the same snapshot between frames", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const before = store.getSnapshot();
    store.changed("ADDED", [row("a")]);
    expect(store.getSnapshot()).toBe(before);
    frames.run();
    expect(store.getSnapshot()).not.toBe(before);
    expect(store.getSnapshot().version).toBeGreaterThan(before.version);
  });

  it("sweeps rows that a complete list did not have", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    store.page([row("old"), row("kept")]);
    store.beginList();
    store.page([row("kept"), row("new")]);
    store.endList();
    expect(store.size()).toBe(2);
    frames.run();
    expect([...store.getSnapshot().rows.keys()].sort()).toEqual(["uid-kept", "uid-new"]);
  });

  it("keeps the column definitions if an event has none", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const column = { name: "Name", type: "string", format: "name", description: "", priority: 0 };
    store.columns([column]);
    store.columns(undefined);
    store.columns([]);
    store.changed("ADDED", [row("a")]);
    frames.run();
    const { columns } = store.getSnapshot();
    expect(columns).toEqual([column]);
    store.columns([{ ...column }]);
    frames.run();
    expect(store.getSnapshot().columns, "the same columns again are no change").toBe(columns);
  });

  it("changes the rows only between snapshots, and reports their previous values", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const [a, b, changed] = [row("a"), row("b"), row("b", { cells: ["changed"] })];
    store.page([a, b]);
    frames.run();
    const seen = store.getSnapshot();
    store.changed("DELETED", [a]);
    store.changed("MODIFIED", [row("b", { cells: ["between"] })]);
    store.changed("MODIFIED", [changed]);
    store.changed("ADDED", [row("short")]);
    store.changed("DELETED", [row("short")]);
    expect([...seen.rows.values()]).toEqual([a, b]);
    expect(store.size()).toBe(1);
    frames.run();
    const { rows, changes, version } = store.getSnapshot();
    expect([...rows.values()]).toEqual([changed]);
    expect(changes.since).toBe(seen.version);
    expect(version).toBeGreaterThan(seen.version);
    expect(Object.fromEntries(changes.before)).toEqual({ "uid-a": a, "uid-b": b, "uid-short": undefined });
  });
});
