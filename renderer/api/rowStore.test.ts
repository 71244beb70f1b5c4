import { describe, expect, it } from "vitest";
import { row } from "../testing/rows.ts";
import { RowStore } from "./rowStore.ts";

function manualFrames() {
  const pending: (() => void)[] = [];
  return {
    schedule: (run: () => void) => {
      pending.push(run);
      return () => undefined;
    },
    run: () => {
      for (const each of pending.splice(0)) each();
    },
    count: () => pending.length,
  };
}

describe("RowStore", () => {
  it("tells its readers once per frame, however many events came", () => {
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
    const store = new RowStore((run) => {
      run();
      return () => undefined;
    }, 0);
    store.page([row("old"), row("kept")]);
    store.beginList();
    store.page([row("kept"), row("new")]);
    store.endList();
    expect([...store.getSnapshot().rows.keys()].sort()).toEqual(["uid-kept", "uid-new"]);
  });

  it("ignores column definitions that an event leaves out", () => {
    const store = new RowStore((run) => {
      run();
      return () => undefined;
    }, 0);
    const column = { name: "Name", type: "string", format: "name", description: "", priority: 0 };
    store.columns([column]);
    store.columns(undefined);
    store.columns([]);
    store.changed("ADDED", [row("a")]);
    expect(store.getSnapshot().columns).toEqual([column]);
  });
});
