/** Filters and sorts the rows of a table: pure functions, fast enough for 50,000 rows. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { cellTime, isTimeColumn } from "./cellTime.ts";
import { healthRank } from "./rowHealth.ts";
import { compareKeys, type SortKey, sortKey } from "./sortKey.ts";

export interface Sort {
  /** The server's column name, or {@link NAMESPACE_COLUMN}. */
  column: string;
  descending: boolean;
}

/** Id of the column that the console adds when all namespaces are shown. */
export const NAMESPACE_COLUMN = "·namespace";

/** Id of the column that the console adds when several clusters are shown. */
export const CLUSTER_COLUMN = "·cluster";

/** Parses `Name` or `-Name`, the form in the URL. */
export function parseSort(text: string | null): Sort | undefined {
  if (text === null || text === "") return undefined;
  return text.startsWith("-") ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

export const formatSort = (sort: Sort): string => (sort.descending ? `-${sort.column}` : sort.column);

/** Whether a column shows the time since creation, which the console computes itself. */
export const isAgeColumn = (column: Pick<TableColumnDefinition, "name">): boolean => column.name === "Age";

/**
 * Parses a filter into words: `key=value` words match labels, other words match the name, the namespace and the cells.
 */
export function matcher(filter: string): (row: ResourceRow) => boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return () => true;
  const tests = words.map((word) => {
    const equals = word.indexOf("=");
    if (equals > 0) {
      const key = word.slice(0, equals);
      const value = word.slice(equals + 1);
      return (row: ResourceRow): boolean =>
        Object.entries(row.labels).some(([k, v]) => k.toLowerCase() === key && v.toLowerCase() === value);
    }
    return (row: ResourceRow): boolean =>
      row.name.toLowerCase().includes(word) ||
      row.namespace.includes(word) ||
      row.cluster?.name.toLowerCase().includes(word) ||
      row.cells.some(
        (cell) => (typeof cell === "string" || typeof cell === "number") && String(cell).toLowerCase().includes(word),
      );
  });
  return (row) => tests.every((test) => test(row));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byName = (a: ResourceRow, b: ResourceRow): number =>
  compareTexts(a.namespace, b.namespace) || compareTexts(a.name, b.name) || compareTexts(a.uid, b.uid);

function keyOf(sort: Sort, columns: readonly TableColumnDefinition[]): ((row: ResourceRow) => SortKey) | undefined {
  if (sort.column === NAMESPACE_COLUMN) return (row) => row.namespace;
  if (sort.column === CLUSTER_COLUMN) return (row) => row.cluster?.name.toLowerCase() ?? "";
  const index = columns.findIndex((column) => column.name === sort.column);
  const column = columns[index];
  if (column === undefined) return undefined;
  // Ascending age means that the newest object comes first.
  if (isAgeColumn(column)) return (row) => -row.created;
  const isTime = isTimeColumn(column);
  return (row) => {
    const time = isTime ? cellTime(row, index) : undefined;
    return time === undefined ? sortKey(row.cells[index]) : -time;
  };
}

/** A query: the filter and the order. Created once per query, so that queries can be compared by identity. */
export interface RowQuery {
  matches(row: ResourceRow): boolean;
  /**
   * Never 0 for two different objects: rows with equal keys are ordered by namespace, name and uid, so that the order
   * is stable.
   */
  compare(a: ResourceRow, b: ResourceRow): number;
  /** The key that `compare` uses first; undefined if no column is sorted. */
  key: ((row: ResourceRow) => SortKey) | undefined;
  sign: 1 | -1;
  /** Takes precedence over `compare`: rows with a lower rank come first. */
  rank(row: ResourceRow): number;
}

const SAME_RANK = (): number => 0;

/**
 * Creates a query. Without a sort column, or if it does not exist, orders by namespace and name.
 *
 * @param unhealthyFirst whether rows whose state indicates trouble come first
 */
export function queryRows(
  columns: readonly TableColumnDefinition[],
  filter: string,
  sort: Sort | undefined,
  unhealthyFirst = false,
): RowQuery {
  const matches = matcher(filter);
  const key = sort === undefined ? undefined : keyOf(sort, columns);
  const sign = sort?.descending === true ? -1 : 1;
  const inOrder =
    key === undefined
      ? byName
      : (a: ResourceRow, b: ResourceRow): number => sign * compareKeys(key(a), key(b)) || byName(a, b);
  const rank = unhealthyFirst ? healthRank(columns) : SAME_RANK;
  const compare = unhealthyFirst
    ? (a: ResourceRow, b: ResourceRow): number => rank(a) - rank(b) || inOrder(a, b)
    : inOrder;
  return { matches, compare, key, sign, rank };
}

/** Filters and sorts all rows; computes each key once. */
export function viewRows(rows: Iterable<ResourceRow>, { matches, key, sign, rank }: RowQuery): ResourceRow[] {
  const shown: ResourceRow[] = [];
  for (const row of rows) if (matches(row)) shown.push(row);
  if (key === undefined) return shown.sort((a, b) => rank(a) - rank(b) || byName(a, b));
  return shown
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => rank(a.row) - rank(b.row) || sign * compareKeys(a.key, b.key) || byName(a.row, b.row))
    .map((entry) => entry.row);
}
