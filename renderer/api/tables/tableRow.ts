/** Rows as the console stores them: only the cells of a table and the identity of the object. */
import type { ObjectMeta } from "../../../shared/object.ts";
import type { Table, TableColumnDefinition, TableRow } from "../../../shared/table.ts";
import { definitionsOf, type OwnColumn } from "./ownColumns.ts";

/** The cluster of a row in a list of several clusters. */
export interface RowCluster {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
}

export interface ResourceRow {
  /** Unique id of the row within the list; the object's own is {@link objectUid}. */
  uid: string;
  name: string;
  /** Empty for cluster-scoped objects. */
  namespace: string;
  /** Milliseconds since the epoch; 0 when unknown. */
  created: number;
  deleting: boolean;
  labels: Record<string, string>;
  cells: unknown[];
  /** When the server computed the cells, in milliseconds since the epoch, because cells may contain ages. */
  read: number;
  /** Only set in lists of several clusters. */
  cluster?: RowCluster;
}

/** Converts a row for a list of several clusters. Copies of a sandbox contain objects with the same uid. */
export const inCluster = (row: ResourceRow, cluster: RowCluster): ResourceRow => ({
  ...row,
  uid: `${cluster.id}/${row.uid}`,
  cluster,
});

/** The uid of the row's object. */
export const objectUid = ({ uid, cluster }: Pick<ResourceRow, "uid" | "cluster">): string =>
  cluster === undefined ? uid : uid.slice(cluster.id.length + 1);

/** A page or an event of a Table, with the columns if the server sent them. */
export interface DecodedTable {
  items: ResourceRow[];
  resourceVersion: string;
  continue?: string | undefined;
  remaining?: number | undefined;
  columns?: TableColumnDefinition[] | undefined;
}

const NO_LABELS: Record<string, string> = {};

/**
 * Keeps only a little of an object's metadata: 50,000 rows must fit into memory, and managedFields would take more than
 * all the rest.
 */
function rowOf(row: TableRow, own: OwnCells | undefined, read: number): ResourceRow {
  const meta: ObjectMeta = row.object?.metadata ?? {};
  const created = meta.creationTimestamp ? Date.parse(meta.creationTimestamp) : 0;
  return {
    uid: meta.uid ?? `${meta.namespace ?? ""}/${meta.name ?? ""}`,
    name: meta.name ?? "",
    namespace: meta.namespace ?? "",
    created: Number.isNaN(created) ? 0 : created,
    deleting: meta.deletionTimestamp !== undefined && meta.deletionTimestamp !== null,
    labels: meta.labels ?? NO_LABELS,
    cells: own === undefined ? (row.cells ?? []) : [...(row.cells ?? []), ...own.find(row.object)],
    read,
  };
}

/** Columns in addition to the server's, and a function that extracts their cells from an object. */
export interface OwnCells {
  readonly columns: readonly OwnColumn[];
  find(object: unknown): unknown[];
}

/**
 * Decodes a Table, or the plain object of a bookmark. For an event, the version comes from the row's object, because
 * the Table's metadata may be empty.
 *
 * @param read when the server sent the table, in milliseconds since the epoch
 */
export function decodeTable(value: unknown, own?: OwnCells, read = Date.now()): DecodedTable {
  const table = (value ?? {}) as Partial<Table>;
  const rows = table.rows ?? [];
  const ofRow = rows.length === 1 ? rows[0]?.object?.metadata.resourceVersion : undefined;
  return {
    items: rows.filter((row) => row.object?.metadata.name !== undefined).map((row) => rowOf(row, own, read)),
    resourceVersion: table.metadata?.resourceVersion || ofRow || "",
    continue: table.metadata?.continue || undefined,
    remaining: table.metadata?.remainingItemCount,
    columns: table.columnDefinitions ? [...table.columnDefinitions, ...definitionsOf(own?.columns ?? [])] : undefined,
  };
}
