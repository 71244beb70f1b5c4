import type { ResourceRow } from "../../api/tableRow.ts";
import { parseAge } from "../../ui/age/formatAge.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/**
 * The time in a cell of a date column, in milliseconds since the epoch. Built-in kinds send the moment; for custom
 * resources the server sends how long ago it was.
 *
 * @returns undefined where the cell holds no time
 */
export function cellTime(row: ResourceRow, index: number): number | undefined {
  const cell = row.cells[index];
  if (typeof cell !== "string") return undefined;
  if (MOMENT.test(cell)) return Date.parse(cell) || undefined;
  const age = parseAge(cell);
  return age === undefined ? undefined : row.read - age;
}
