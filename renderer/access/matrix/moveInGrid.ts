import { moveFor } from "../../ui/moveFor.ts";

interface GridPlace {
  readonly row: number;
  readonly column: number;
}

const PAGE = 15;

/** The cell to which a key moves the cursor; undefined for keys that do not move. The cursor stops at the edges. */
export function moveInGrid(key: string, at: GridPlace, rows: number, columns: number): GridPlace | undefined {
  const { row, column } = at;
  if (key === "ArrowLeft") return { row, column: Math.max(0, column - 1) };
  if (key === "ArrowRight") return { row, column: Math.max(0, Math.min(columns - 1, column + 1)) };
  const next = moveFor(key, row, rows, PAGE);
  return next === undefined ? undefined : { row: Math.max(0, next), column };
}
