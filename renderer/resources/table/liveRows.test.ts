import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowStore } from "../../api/lists/rowStore.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { manualFrames } from "../../testing/manualFrames.ts";
import { row } from "../../testing/rows.ts";
import { followRows, type LiveRows } from "./liveRows.ts";
import { queryRows, type RowQuery, viewRows } from "./rowView.ts";

const column = (name: string) => ({ name, type: "string", format: "", description: "", priority: 0 });
const columns = [column("Name"), column("Restarts"), column("Age")];
const uids = (rows: readonly ResourceRow[]): string[] => rows.map(({ uid }) => uid);

/** A store with manual frames, and the rows that a table shows for it. */
function open(question: RowQuery) {
  const frames = manualFrames();
  const store = new RowStore(frames.schedule, 0);
  let live: LiveRows | undefined;
  return {
    store,
    next: (): ResourceRow[] => {
      frames.run();
      live = followRows(live, question, store.getSnapshot());
      return live.rows;
    },
    anew: () => viewRows(store.getSnapshot().rows.values(), question),
  };
}

/** The same query, counting its comparisons and matches. */
function counted(question: RowQuery) {
  const counts = { compared: 0, matched: 0 };
  const counting: RowQuery = {
    ...question,
    compare: (a, b) => {
      counts.compared += 1;
      return question.compare(a, b);
    },
    matches: (one) => {
      counts.matched += 1;
      return question.matches(one);
    },
  };
  return { counting, counts };
}

const anyRow = fc
  .record({ uid: fc.nat(40), name: fc.nat(12), restarts: fc.nat(5), created: fc.nat(9) })
  .map(({ uid, name, restarts, created }) =>
    row(`pod-${name}`, { uid: String(uid), namespace: String(uid % 3), cells: [`pod-${name}`, restarts], created }),
  );
const anyBatch = fc.array(fc.record({ gone: fc.boolean(), row: anyRow }), { maxLength: 12 });
const anySort = fc.option(fc.record({ column: fc.constantFrom("Name", "Restarts", "Age"), descending: fc.boolean() }), {
  nil: undefined,
});

describe("followRows", () => {
  it("always equals sorting all rows", () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 60 }),
        fc.array(anyBatch, { maxLength: 8 }),
        fc.constantFrom("", "pod-1", "0"),
        anySort,
        (first, batches, filter, sort) => {
          const table = open(queryRows(columns, filter, sort));
          table.store.page(first);
          table.next();
          for (const batch of batches) {
            for (const change of batch) table.store.changed(change.gone ? "DELETED" : "MODIFIED", [change.row]);
            expect(uids(table.next())).toEqual(uids(table.anew()));
          }
        },
      ),
    );
  });

  it("does not examine all rows when few changed", () => {
    const total = 50_000;
    const { counting, counts } = counted(queryRows(columns, "pod", { column: "Restarts", descending: true }));
    const table = open(counting);
    const pod = (i: number, restarts: number) => row(`pod-${i}`, { cells: [`pod-${i}`, restarts] });
    table.store.page(Array.from({ length: total }, (_, i) => pod(i, i % 50)));
    table.next();
    Object.assign(counts, { compared: 0, matched: 0 });
    const changed = 17;
    for (let i = 0; i < changed; i++) table.store.changed("MODIFIED", [pod(i * 2_000, 99)]);
    const rows = table.next();
    expect(uids(rows.slice(0, changed)).every((uid) => Number(uid.slice(8)) % 2_000 === 0)).toBe(true);
    expect(counts.matched).toBe(2 * changed);
    const searches = 2 * changed * Math.ceil(Math.log2(total));
    const sorting = changed * Math.ceil(Math.log2(changed));
    expect(counts.compared).toBeLessThanOrEqual(searches + sorting);
  });

  it("returns the same array while unchanged", () => {
    const table = open(queryRows(columns, "kept", undefined));
    table.store.page([row("kept"), row("kept-too"), row("other"), row("another"), row("third")]);
    const rows = table.next();
    table.store.state({ phase: "live", loaded: 3, complete: true, lastContact: 1, attempts: 0 });
    expect(table.next()).toBe(rows);
    table.store.changed("MODIFIED", [row("other", { cells: ["changed"] })]);
    expect(table.next()).toBe(rows);
    table.store.changed("DELETED", [row("kept")]);
    expect(uids(table.next())).toEqual(["uid-kept-too"]);
    expect(uids(rows)).toEqual(["uid-kept", "uid-kept-too"]);
  });

  it("starts over when it has missed a step", () => {
    const question = queryRows(columns, "", undefined);
    const frames = manualFrames();
    const store = new RowStore(frames.schedule, 0);
    const old = followRows(undefined, question, store.getSnapshot());
    for (const name of ["b", "a", "c"]) {
      store.changed("ADDED", [row(name)]);
      frames.run();
    }
    expect(uids(followRows(old, question, store.getSnapshot()).rows)).toEqual(["uid-a", "uid-b", "uid-c"]);
  });
});
