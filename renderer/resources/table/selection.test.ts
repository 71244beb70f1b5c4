import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { row } from "../../testing/rows.ts";
import { extendTo, markedRows, markOf, toggleAll, toggleRow } from "./selection.ts";

const rows = ["a", "b", "c", "d"].map((name) => row(name));
const none = new Set<string>();
const uids = (...names: string[]): string[] => names.map((name) => `uid-${name}`);

describe("selection", () => {
  it("extends in both directions and keeps marked rows", () => {
    expect([...extendTo(new Set(uids("d")), rows, "uid-a", "uid-b")]).toEqual(uids("d", "a", "b"));
    expect([...extendTo(none, rows, "uid-c", "uid-a")]).toEqual(uids("a", "b", "c"));
    expect([...extendTo(none, rows, "uid-gone", "uid-b")]).toEqual(uids("b"));
    expect([...extendTo(none, rows, "uid-a", "uid-gone")]).toEqual([]);
  });

  it("marks all visible rows, then none, without changing others", () => {
    const all = toggleAll(new Set(["uid-hidden"]), rows);
    expect(markOf(all, rows)).toBe("all");
    const back = toggleAll(all, rows);
    expect([...back]).toEqual(["uid-hidden"]);
    expect(markOf(back, rows)).toBe("none");
    expect(markOf(new Set(uids("b")), rows)).toBe("some");
    expect(markOf(new Set(uids("b")), [])).toBe("none");
  });

  it("drops rows that left the list", () => {
    const list = new Map(rows.map((each) => [each.uid, each]));
    list.delete("uid-b");
    expect(markedRows(new Set(uids("b", "c")), list).map((each) => each.name)).toEqual(["c"]);
  });

  it("toggling twice changes nothing", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...uids("a", "b", "c"))),
        fc.constantFrom(...uids("a", "z")),
        (m, uid) => {
          expect(new Set(toggleRow(toggleRow(new Set(m), uid), uid))).toEqual(new Set(m));
        },
      ),
    );
  });
});
