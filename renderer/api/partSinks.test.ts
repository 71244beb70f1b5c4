import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { manualFrames } from "../testing/manualFrames.ts";
import { row } from "../testing/rows.ts";
import type { ListState } from "./listState.ts";
import { combineStates, partSinks } from "./partSinks.ts";
import { RowStore } from "./rowStore.ts";

const state = (more: Partial<ListState>): ListState => ({
  phase: "live",
  loaded: 1,
  complete: true,
  lastContact: 5,
  attempts: 0,
  ...more,
});
const refused = new ApiError(403, "Forbidden", "no");

describe("combineStates", () => {
  it("is live as soon as one part is, and empty only when all are", () => {
    const empty = state({ phase: "empty", loaded: 0 });
    expect(combineStates(["a", "b"], [state({}), empty]).phase).toBe("live");
    expect(combineStates(["a", "b"], [empty, empty]).phase).toBe("empty");
    expect(combineStates(["a", "b"], [state({}), state({ phase: "loading", complete: false })])).toMatchObject({
      phase: "loading",
      complete: false,
      loaded: 2,
    });
  });

  it("names unreadable parts instead of hiding the rest", () => {
    const shut = state({ phase: "forbidden", error: refused, complete: false, loaded: 0 });
    const whole = combineStates(["a", "b"], [state({}), shut]);
    expect(whole).toMatchObject({ phase: "live", complete: true, unseen: [{ namespace: "b", error: refused }] });
    expect(combineStates(["a", "b"], [shut, shut])).toMatchObject({ phase: "forbidden", error: refused });
  });
});

describe("partSinks", () => {
  it("sweeps only the rows of its own part", () => {
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const [a, b] = partSinks(store, ["a", "b"]);
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
});
