import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { parseAge } from "../../ui/age/formatAge.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** `4 (16s ago)`, the form of the restarts of pods. */
const WITH_AGE = /^(.*\S) \((\w+) ago\)$/;

/** A text from the server that ends with an age. */
export interface AgedText {
  /** The text before the age. */
  readonly text: string;
  /** Start of the age, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Splits the text of a cell that ends with an age, because the age grows after the server has sent it; undefined for
 * other cells.
 */
export function agedText(row: ResourceRow, index: number): AgedText | undefined {
  const cell = row.cells[index];
  if (typeof cell !== "string" || !cell.endsWith(" ago)")) return undefined;
  const [, text = "", written = ""] = WITH_AGE.exec(cell) ?? [];
  const age = parseAge(written);
  return age === undefined ? undefined : { text, since: row.read - age };
}

/** Columns of built-in kinds that contain an age, although servers declare them as text. */
const AGES: ReadonlySet<string> = new Set(["First Seen", "Last Seen", "Last Schedule"]);

/** Whether the cells of a column contain times or ages. */
export const isTimeColumn = ({ name, type }: Pick<TableColumnDefinition, "name" | "type">): boolean =>
  type === "date" || AGES.has(name);

/**
 * The time in a cell of a time column, in milliseconds since the epoch. Most built-in kinds send the time itself;
 * events, cron jobs and custom resources send an age.
 *
 * @returns undefined if the cell contains no time
 */
export function cellTime(row: ResourceRow, index: number): number | undefined {
  const cell = row.cells[index];
  if (typeof cell !== "string") return undefined;
  if (MOMENT.test(cell)) return Date.parse(cell) || undefined;
  const age = parseAge(cell);
  return age === undefined ? undefined : row.read - age;
}
