import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { parseAge } from "../../ui/age/formatAge.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** `4 (16s ago)`, as the restarts of pods are told. */
const WITH_AGE = /^(.*\S) \((\w+) ago\)$/;

/** A text of the server that ends with an age. */
export interface AgedText {
  /** What stands before the age. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Splits the text of a cell that ends with an age, which goes on after the server has sent it; undefined for other cells. */
export function agedText(row: ResourceRow, index: number): AgedText | undefined {
  const cell = row.cells[index];
  if (typeof cell !== "string" || !cell.endsWith(" ago)")) return undefined;
  const [, text = "", written = ""] = WITH_AGE.exec(cell) ?? [];
  const age = parseAge(written);
  return age === undefined ? undefined : { text, since: row.read - age };
}

/** Columns of built-in kinds that hold an age, although servers declare them as texts. */
const AGES: ReadonlySet<string> = new Set(["First Seen", "Last Seen", "Last Schedule"]);

/** Whether the cells of a column hold times, or how long ago something was. */
export const isTimeColumn = ({ name, type }: Pick<TableColumnDefinition, "name" | "type">): boolean =>
  type === "date" || AGES.has(name);

/**
 * The time in a cell of a time column, in milliseconds since the epoch. Most built-in kinds send the moment;
 * events, cron jobs and custom resources how long ago it was.
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
