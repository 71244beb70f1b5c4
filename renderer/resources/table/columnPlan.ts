/** The columns of a table and their widths. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tableRow.ts";
import { isAgeColumn, NAMESPACE_COLUMN } from "./rowView.ts";

export interface PlannedColumn {
  id: string;
  label: string;
  description: string;
  /** Index into the cells; -1 for the namespace. */
  index: number;
  /** `age` counts from the creation, `date` from the time in the cell. */
  role: "name" | "namespace" | "age" | "date" | "cell";
  numeric: boolean;
  /** A CSS grid track. */
  track: string;
  /** Number of characters that always fit, however narrow the window. */
  fits: number;
}

/** The user's choices: columns turned on or off, contrary to the server's default. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

/** Column widths in pixels that the user set. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The server hides wide columns (priority above 0) by default. */
export function isColumnShown(column: TableColumnDefinition, choices: ColumnChoices): boolean {
  return choices[column.name] ?? column.priority === 0;
}

const SAMPLE = 120;
const CHARACTER = 7;
/** Average width of a character of a wide font, in pixels. */
const WIDE_CHARACTER = 8;
const PADDING = 26;

/** Width in pixels that fits most of the sampled texts; longer ones end in an ellipsis. */
function widthOf(label: string, texts: string[]): number {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
  const most = lengths[Math.floor(lengths.length * 0.95)] ?? 0;
  return Math.max(most * CHARACTER, (label.length + 2) * CHARACTER) + PADDING;
}

/** A track of at least `least` pixels; with a share it also takes its part of the remaining space. */
const trackOf = (least: number, share: number | undefined): Pick<PlannedColumn, "track" | "fits"> => ({
  track: share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`,
  fits: Math.floor((least - PADDING) / WIDE_CHARACTER),
});

/** Matches numbers in columns that servers declare as text: counts, shares, counts with a time. */
const COUNT = /^\d+([./]\d+)?%?( \(.*\))?$/;

/** Whether texts are numbers; some may be empty. */
function areCounts(texts: readonly string[]): boolean {
  const told = texts.filter((text) => text !== "" && text !== "<none>" && text !== "<unknown>");
  return told.length > 0 && told.every((text) => COUNT.test(text));
}

/** A track with the user's width. */
const fixedTrack = (width: number): Pick<PlannedColumn, "track" | "fits"> => ({
  track: `${width}px`,
  fits: Math.floor((width - PADDING) / WIDE_CHARACTER),
});

/**
 * Plans the columns. Widths come from the first rows only and every table is as wide as its window: names and long
 * texts take the remaining space.
 */
export function planColumns(
  columns: readonly TableColumnDefinition[],
  rows: readonly ResourceRow[],
  options: { withNamespace: string | undefined; choices: ColumnChoices; widths?: ColumnWidths },
): PlannedColumn[] {
  const sample = rows.slice(0, SAMPLE);
  const given = (id: string): Partial<Pick<PlannedColumn, "track" | "fits">> => {
    const width = options.widths?.[id];
    return width === undefined ? {} : fixedTrack(width);
  };
  const planned: PlannedColumn[] = [];
  columns.forEach((column, index) => {
    if (!isColumnShown(column, options.choices)) return;
    const name = column.format === "name" || (index === 0 && column.name === "Name");
    const age = isAgeColumn(column);
    const texts = sample.map((row) => String(row.cells[index] ?? ""));
    const isNumber = column.type === "integer" || column.type === "number" || (!name && !age && areCounts(texts));
    const width = Math.min(widthOf(column.name, texts), name ? 420 : 380);
    const date = column.type === "date";
    const least = age ? 84 : date ? 104 : isNumber ? width : Math.min(width, name ? 320 : 240);
    planned.push({
      id: column.name,
      label: column.name,
      description: column.description,
      index,
      role: name ? "name" : age ? "age" : date ? "date" : "cell",
      numeric: isNumber || age || date,
      ...trackOf(least, age || date || isNumber ? undefined : width),
      ...given(column.name),
    });
    if (name && options.withNamespace !== undefined) {
      const width = Math.min(
        widthOf(
          options.withNamespace,
          sample.map((row) => row.namespace),
        ),
        220,
      );
      planned.push({
        id: NAMESPACE_COLUMN,
        label: options.withNamespace,
        description: "",
        index: -1,
        role: "namespace",
        numeric: false,
        ...trackOf(Math.min(width, 160), width),
        ...given(NAMESPACE_COLUMN),
      });
    }
  });
  return planned;
}
