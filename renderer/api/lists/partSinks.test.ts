import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { manualFrames } from "../../testing/manualFrames.ts";
import { row } from "../../testing/rows.ts";
import { inCluster, objectUid } from "../tables/tableRow.ts";
import type { ListState } from "./listState.ts";
import { combineStates, partSinks, ROW_ITEMS } from "./partSinks.ts";
import { RowStore } from "./rowStore.ts";

const state = (more: Partial<ListState>): ListState => ({
  phase: "live",
  loaded: 1,
  complete: true,
  lastContact: 5,
  attempts: 0,
  ...more,
});
const PARTS = [{ namespace: "a" }, { namespace: "b" }];
const refused = new ApiError(403, "Forbidden", "no");

describe("combineStates", () => {
  it("is live as soon as one part is, and empty only when all are", () => {
    const empty = state({ phase: "empty", loaded: 0 });
    expect(combineStates(PARTS, [state({}), empty]).phase).toBe("live");
    expect(combineStates(PARTS, [empty, empty]).phase).toBe("empty");
    expect(combineStates(PARTS, [state({}), state({ phase: "loading", complete: false })])).toMatchObject({
      phase: "loading",
      complete: false,
      loaded: 2,
    });
  });

  it("names unreadable parts instead of hiding the rest", () => {
    const shut = state({ phase: "forbidden", error: refused, complete: false, loaded: 0 });
    const whole = combineStates(PARTS, [state({}), shut]);
    expect(whole).toMatchObject({ phase: "live", complete: true, unseen: [{ namespace: "b", error: refused }] });
    expect(combineStates(PARTS, [shut, shut])).toMatchObject({ phase: "forbidden", error: refused });
  });
});

describe("partSinks", () => {
  it("sweeps only the rows of its own part", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const [a, b] = partSinks(store, PARTS, ROW_ITEMS);
    a?.beginList();
    a?.page([row("x"), row("y")]);
    a?.endList();
    b?.beginList();
    b?.page([row("z")]);
    b?.endList();
    a?.beginList();
    a?.page([row("y")]);
    a?.endList();
    frames.run();
    expect([...store.getSnapshot().rows.keys()]).toEqual(["uid-y", "uid-z"]);
    b?.changed("DELETED", [row("z")]);
    expect(b?.size()).toBe(0);
    expect(store.size()).toBe(1);
  });

  it("separates rows of clusters with the same namespace and name", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const clusters = [
      { id: "one", name: "One", colour: "#111111" },
      { id: "two", name: "Two", colour: "#222222" },
    ];
    store.page(clusters.map((cluster) => inCluster(row("x", { namespace: "dev" }), cluster)));
    frames.run();
    const parts = clusters.map((cluster) => ({ namespace: "", cluster }));
    const [one, two] = partSinks(store, parts, ROW_ITEMS);
    expect([one?.size(), two?.size()]).toEqual([1, 1]);
    one?.beginList();
    one?.endList();
    frames.run();
    expect([...store.getSnapshot().rows.values()].map(objectUid)).toEqual(["uid-x"]);
    expect([...store.getSnapshot().rows.keys()]).toEqual(["two/uid-x"]);
    const away = state({ phase: "stale", error: refused });
    expect(combineStates(parts, [state({}), away])).toMatchObject({
      phase: "stale",
      unseen: [{ cluster: { name: "Two" } }],
    });
    const shut = state({ phase: "failed", error: refused, complete: false, loaded: 0 });
    expect(combineStates(parts, [state({}), shut]).unseen).toMatchObject([
      { cluster: { name: "Two" }, error: refused },
    ]);
  });
});
