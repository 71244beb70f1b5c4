/** Rows as the console stores them: the cells of a table and the identity of the object, nothing more. */
import type { ObjectMeta } from "../../../shared/object.ts";
import type { Table, TableColumnDefinition, TableRow } from "../../../shared/table.ts";
import { definitionsOf, type OwnColumn } from "./ownColumns.ts";

/** Which cluster a row is of, where a list is put together from several. */
export interface RowCluster {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
}

export interface ResourceRow {
  /** Tells the rows of a list apart; that of the object is {@link objectUid}. */
  uid: string;
  name: string;
  /** Empty for cluster-scoped objects. */
  namespace: string;
  /** Milliseconds since the epoch; 0 when unknown. */
  created: number;
  deleting: boolean;
  labels: Record<string, string>;
  cells: unknown[];
  /** When the server computed the cells, in milliseconds since the epoch: they may hold ages. */
  read: number;
  /** Only in lists of several clusters. */
  cluster?: RowCluster;
}

/** The row as one of a list of several clusters. Copies of a sandbox hold objects of the same uid. */
export const inCluster = (row: ResourceRow, cluster: RowCluster): ResourceRow => ({
  ...row,
  uid: `${cluster.id}/${row.uid}`,
  cluster,
});

/** The uid of a row's object. */
export const objectUid = ({ uid, cluster }: Pick<ResourceRow, "uid" | "cluster">): string =>
  cluster === undefined ? uid : uid.slice(cluster.id.length + 1);

/** A page or an event of a Table, with the columns when the server sent them. */
export interface DecodedTable {
  items: ResourceRow[];
  resourceVersion: string;
  continue?: string | undefined;
  remaining?: number | undefined;
  columns?: TableColumnDefinition[] | undefined;
}

const NO_LABELS: Record<string, string> = {};

/** Keeps little of an object's metadata: 50,000 rows must fit, and managedFields alone would outweigh all the rest. */
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

/** Columns besides the server's, and what finds their cells in an object. */
export interface OwnCells {
  readonly columns: readonly OwnColumn[];
  find(object: unknown): unknown[];
}

/**
 * Decodes a Table, or the plain object that a bookmark carries. In an event, the version comes from the row's own
 * object, because the Table's metadata may be empty there.
 *
 * @param read when the server sent it, in milliseconds since the epoch
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
