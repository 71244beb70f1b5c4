/**
 * The rows of a table while the underlying list changes. The order is updated incrementally: a changed row costs a
 * binary search, and a batch of changes costs one copy of the array.
 */
import type { RowSnapshot } from "../../api/lists/rowStore.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { type RowQuery, viewRows } from "./rowView.ts";

/** The rows that match a query, in order, at one version of the list. Immutable. */
export interface LiveRows {
  readonly question: RowQuery;
  readonly version: number;
  readonly rows: ResourceRow[];
}

type List = Pick<RowSnapshot, "rows" | "version" | "changes">;

/** Share of changed rows above which sorting all is cheaper than finding a place for each. */
const MANY = 0.25;

/**
 * The rows for the current list; updated from the last rows if those belong to the same query and the previous version,
 * otherwise computed from scratch.
 */
export function followRows(last: LiveRows | undefined, question: RowQuery, list: List): LiveRows {
  if (last?.question === question) {
    if (last.version === list.version) return last;
    const rows = last.version === list.changes.since ? applyChanges(last.rows, question, list) : undefined;
    if (rows !== undefined) return { question, version: list.version, rows };
  }
  return { question, version: list.version, rows: viewRows(list.rows.values(), question) };
}

/** Returns undefined if too much has changed for an update to pay off. */
function applyChanges(rows: ResourceRow[], question: RowQuery, list: List): ResourceRow[] | undefined {
  const { matches, compare } = question;
  if (list.changes.before.size > list.rows.size * MANY) return undefined;
  const gone: ResourceRow[] = [];
  const come: ResourceRow[] = [];
  for (const [uid, before] of list.changes.before) {
    const after = list.rows.get(uid);
    if (before !== undefined && matches(before)) gone.push(before);
    if (after !== undefined && matches(after)) come.push(after);
  }
  if (gone.length === 0 && come.length === 0) return rows;
  const goneAt = gone.map((row) => placeOf(row, rows, compare)).sort((a, b) => a - b);
  return merge(rows, goneAt, come.sort(compare), compare);
}

/** Copies the rows without those at `goneAt` and with those in `come`, both ascending. */
function merge(
  rows: readonly ResourceRow[],
  goneAt: readonly number[],
  come: readonly ResourceRow[],
  compare: RowQuery["compare"],
): ResourceRow[] {
  const merged: ResourceRow[] = [];
  let from = 0;
  let leaving = 0;
  const copyTo = (end: number): void => {
    for (; from < end; from += 1) {
      if (goneAt[leaving] === from) leaving += 1;
      else merged.push(rows[from] as ResourceRow);
    }
  };
  for (const row of come) {
    copyTo(placeOf(row, rows, compare));
    merged.push(row);
  }
  copyTo(rows.length);
  return merged;
}

/** Index of the first row that is not before `row`. */
function placeOf(row: ResourceRow, rows: readonly ResourceRow[], compare: RowQuery["compare"]): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows[middle] as ResourceRow, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
