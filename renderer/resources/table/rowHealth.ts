/** The health of a row's object, as far as its cells reveal it. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { isStateColumn, toneOf } from "../tone.ts";

type Columns = readonly Pick<TableColumnDefinition, "name">[];

/** Whether any column shows the state of objects. */
export const showsHealth = (columns: Columns): boolean => columns.some(({ name }) => isStateColumn(name));

/** Ranks rows: 0 for trouble, 1 for possible trouble, 2 for all others. Examines each row once. */
export function healthRank(columns: Columns): (row: ResourceRow) => number {
  const states = columns.flatMap(({ name }, index) => (isStateColumn(name) ? [{ name, index }] : []));
  const known = new WeakMap<ResourceRow, number>();
  return (row) => {
    let rank = known.get(row);
    if (rank === undefined) {
      rank = 2;
      let isShort = false;
      for (const { name, index } of states) {
        const cell = row.cells[index];
        const tone = toneOf(name, cell);
        if (tone === "bad") rank = 0;
        else if (tone === "warn") rank = Math.min(rank, 1);
        if (isShortOf(cell)) isShort = true;
      }
      if (isShort && !isDone(row)) rank = Math.min(rank, 1);
      known.set(row, rank);
    }
    return rank;
  };
}

/** Whether a cell such as `1/3` shows fewer than desired. */
export function isShortOf(cell: unknown): boolean {
  const [, have, want] = /^(\d+)\/(\d+)$/.exec(String(cell)) ?? [];
  return have !== undefined && Number(have) < Number(want);
}

/** Whether a cell shows that the object has completed its work, so that it need not be ready. */
export const isDone = ({ cells }: Pick<ResourceRow, "cells">): boolean =>
  cells.some((cell) => typeof cell === "string" && /^(completed|succeeded)$/i.test(cell));
