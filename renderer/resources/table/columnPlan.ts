/** The columns of a table and their widths. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { isTimeColumn } from "./cellTime.ts";
import { CLUSTER_COLUMN, isAgeColumn, NAMESPACE_COLUMN } from "./rowView.ts";
import { textWidth } from "./textWidth.ts";

export interface PlannedColumn {
  id: string;
  label: string;
  description: string;
  /** Index into the cells; -1 for the namespace and the cluster. */
  index: number;
  /** `age` counts from the creation, `date` from the time in the cell, if it holds one. */
  role: "name" | "namespace" | "cluster" | "age" | "date" | "cell";
  numeric: boolean;
  /** A CSS grid track. */
  track: string;
  /** Pixels of text that always fit, however narrow the window. */
  room: number;
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
/** Pixels beside the text of a cell: its padding, and the dot of a state. */
const PADDING = 30;
/** Pixels beside the label of a head: the mark of the order. */
const HEAD_PADDING = 40;
/** Pixels that a name keeps where there is no room for all columns, as in one of two panes. */
const NAME_ROOM = 200;
/** Width up to which a column has room for its longest text: what is rare in it, as a failure, is what one looks for. */
const WHOLE = 200;
/** The most pixels that a cell gets where there is room: of sentences, which are read to their end, and of all else. */
const MOST_PROSE = 900;
const MOST = 380;
/** How much wider names are than other cells, because they are semi-bold. */
const BOLD = 1.03;

/** Width in pixels that the texts of a cell need: all of them where that is not much, else nearly all. */
function usualWidth(label: string, texts: string[]): number {
  const whole = widthOf(label, texts, 1);
  return whole <= WHOLE ? whole : widthOf(label, texts);
}

/** Width in pixels that so large a part of the sampled texts fits in. */
function widthOf(label: string, texts: string[], part = 0.95): number {
  const widths = texts.map(textWidth).sort((a, b) => a - b);
  const most = widths[Math.min(widths.length - 1, Math.floor(widths.length * part))] ?? 0;
  return Math.ceil(Math.max(most * BOLD + PADDING, textWidth(label) + HEAD_PADDING));
}

/** A track of at least so many pixels, and where there is room of so many as its content needs. */
const trackOf = (least: number, most: number | undefined): Pick<PlannedColumn, "track" | "room"> => ({
  track: most === undefined || most <= least ? `${least}px` : `minmax(${least}px, ${most}px)`,
  room: least - PADDING,
});

/** Whether most of the texts are sentences. */
const areProse = (texts: readonly string[]): boolean =>
  2 * texts.filter((text) => text.trim().split(/\s+/).length >= 4).length > texts.length;

/** Matches numbers in columns that servers declare as text: counts, shares, counts with a time. */
const COUNT = /^\d+([./]\d+)?%?( \(.*\))?$/;

/** Whether texts are numbers; some may be empty. */
function areCounts(texts: readonly string[]): boolean {
  const told = texts.filter((text) => text !== "" && text !== "<none>" && text !== "<unknown>");
  return told.length > 0 && told.every((text) => COUNT.test(text));
}

/** A track with the user's width. */
const fixedTrack = (width: number): Pick<PlannedColumn, "track" | "room"> => ({
  track: `${width}px`,
  room: width - PADDING,
});

/** A column that the console adds to the server's. */
function addedColumn(id: string, label: string, role: "namespace" | "cluster", texts: string[]): PlannedColumn {
  const width = Math.min(widthOf(label, texts, 1), 220);
  return { id, label, description: "", index: -1, role, numeric: false, ...trackOf(Math.min(width, 160), width) };
}

/**
 * Plans the columns. Widths come from the first rows only. A column is as wide as its content needs where the window has
 * room, so that a number stands near its name; where it has none, names and long texts give way.
 */
export function planColumns(
  columns: readonly TableColumnDefinition[],
  rows: readonly ResourceRow[],
  options: {
    /** Heads of the columns that the console adds; undefined for none. */
    withNamespace: string | undefined;
    withCluster?: string | undefined;
    choices: ColumnChoices;
    widths?: ColumnWidths;
  },
): PlannedColumn[] {
  const sample = rows.slice(0, SAMPLE);
  const given = (id: string): Partial<Pick<PlannedColumn, "track" | "room">> => {
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
    const most = areProse(texts) ? MOST_PROSE : MOST;
    const width = name ? Math.min(widthOf(column.name, texts, 1), 480) : Math.min(usualWidth(column.name, texts), most);
    const date = isTimeColumn(column);
    const least = age
      ? 84
      : date
        ? Math.max(104, textWidth(column.name) + HEAD_PADDING)
        : isNumber
          ? width
          : Math.min(width, name ? NAME_ROOM : 240);
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
    if (!name) return;
    const { withNamespace, withCluster } = options;
    if (withCluster !== undefined) {
      const names = sample.map((row) => `   ${row.cluster?.name ?? ""}`);
      planned.push({ ...addedColumn(CLUSTER_COLUMN, withCluster, "cluster", names), ...given(CLUSTER_COLUMN) });
    }
    if (withNamespace !== undefined) {
      const names = sample.map((row) => row.namespace);
      planned.push({ ...addedColumn(NAMESPACE_COLUMN, withNamespace, "namespace", names), ...given(NAMESPACE_COLUMN) });
    }
  });
  return planned;
}
