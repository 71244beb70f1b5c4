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
  /** Index of the cell; -1 for the namespace and the cluster. */
  index: number;
  /** `age` is computed from the creation time, `date` from the time in the cell, if there is one. */
  role: "name" | "namespace" | "cluster" | "age" | "date" | "cell";
  numeric: boolean;
  /** A CSS grid track. */
  track: string;
  /** Width of text in pixels that always fits, even in the narrowest window. */
  room: number;
}

/** The user's choices: columns shown or hidden in contrast to the server's default. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

/** Column widths set by the user, in pixels. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** Whether a column is shown; by default, wide columns (priority above 0) are hidden. */
export function isColumnShown(column: TableColumnDefinition, choices: ColumnChoices): boolean {
  return choices[column.name] ?? column.priority === 0;
}

const SAMPLE = 120;
/** Pixels in a cell besides the text: its padding, and the dot of a state. */
const PADDING = 30;
/** Pixels in a header besides the label: its padding, and the sort indicator. */
const HEAD_PADDING = 40;
/** Minimum width in pixels of a name if there is not enough space for all columns, as in one of two panes. */
const NAME_ROOM = 200;
/**
 * Width in pixels up to which a column has space for its longest text, because rare values, such as failures, are the
 * interesting ones.
 */
const MAX_FULL_WIDTH = 200;
/** Maximum width of a cell in pixels if there is space: for sentences, and for everything else. */
const MAX_PROSE = 900;
const MOST = 380;
/** Factor by which names are wider than other cells, because they are semi-bold. */
const BOLD = 1.03;

/** Width in pixels for the texts of a column: for all of them if that is not much, otherwise for nearly all. */
function usualWidth(label: string, texts: string[]): number {
  const whole = widthOf(label, texts, 1);
  return whole <= MAX_FULL_WIDTH ? whole : widthOf(label, texts);
}

/** Width in pixels that the given share of the sampled texts fits into. */
function widthOf(label: string, texts: string[], part = 0.95): number {
  const widths = texts.map(textWidth).sort((a, b) => a - b);
  const most = widths[Math.min(widths.length - 1, Math.floor(widths.length * part))] ?? 0;
  return Math.ceil(Math.max(most * BOLD + PADDING, textWidth(label) + HEAD_PADDING));
}

/** A track with a minimum width, which grows up to the width of its content if there is space. */
const trackOf = (least: number, most: number | undefined): Pick<PlannedColumn, "track" | "room"> => ({
  track: most === undefined || most <= least ? `${least}px` : `minmax(${least}px, ${most}px)`,
  room: least - PADDING,
});

/** Whether most of the texts are sentences. */
const areProse = (texts: readonly string[]): boolean =>
  2 * texts.filter((text) => text.trim().split(/\s+/).length >= 4).length > texts.length;

/** Matches numbers in columns that servers declare as text: counts, shares, counts with a time. */
const COUNT = /^\d+([./]\d+)?%?( \(.*\))?$/;

/** Whether texts are numbers, ignoring empty ones. */
function areCounts(texts: readonly string[]): boolean {
  const values = texts.filter((text) => text !== "" && text !== "<none>" && text !== "<unknown>");
  return values.length > 0 && values.every((text) => COUNT.test(text));
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
 * Plans the columns. Widths are computed from the first rows only. If the window has space, a column is as wide as its
 * content, so that numbers are close to the names; otherwise, names and long texts shrink.
 */
export function planColumns(
  columns: readonly TableColumnDefinition[],
  rows: readonly ResourceRow[],
  options: {
    /** Header of the namespace column that the console adds; undefined for none. */
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
    const most = areProse(texts) ? MAX_PROSE : MOST;
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
