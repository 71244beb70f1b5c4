/** Marked rows by uid: a set that survives updates of the list. All functions return a new set. */

export type Selection = ReadonlySet<string>;
type Keyed = { uid: string };

export function toggleRow(selection: Selection, uid: string): Selection {
  const next = new Set(selection);
  if (!next.delete(uid)) next.add(uid);
  return next;
}

/**
 * Marks all rows from the anchor to the row, inclusively, and keeps earlier marks. If the anchor is not visible, marks
 * only the row itself.
 */
export function extendTo(selection: Selection, rows: readonly Keyed[], anchor: string, uid: string): Selection {
  const to = rows.findIndex((row) => row.uid === uid);
  const from = rows.findIndex((row) => row.uid === anchor);
  const next = new Set(selection);
  if (to < 0) return next;
  const [first, last] = from < 0 ? [to, to] : from < to ? [from, to] : [to, from];
  for (const row of rows.slice(first, last + 1)) next.add(row.uid);
  return next;
}

/** Marks all visible rows; if all are already marked, unmarks them. */
export function toggleAll(selection: Selection, rows: readonly Keyed[]): Selection {
  const next = new Set(selection);
  const all = rows.length > 0 && rows.every((row) => next.has(row.uid));
  for (const { uid } of rows) {
    if (all) next.delete(uid);
    else next.add(uid);
  }
  return next;
}

/** Whether all, some or none of the visible rows are marked. */
export function markOf(selection: Selection, rows: readonly Keyed[]): "all" | "some" | "none" {
  if (selection.size === 0 || rows.length === 0) return "none";
  let marked = 0;
  for (const row of rows) if (selection.has(row.uid)) marked += 1;
  return marked === 0 ? "none" : marked === rows.length ? "all" : "some";
}

/** The marked objects that are still in the list, in list order. */
export function markedRows<T extends Keyed>(selection: Selection, rows: ReadonlyMap<string, T>): T[] {
  return [...selection].flatMap((uid) => rows.get(uid) ?? []);
}
