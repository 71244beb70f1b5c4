/** Rows as the console stores them: the cells of a table and the identity of the object, nothing more. */
import type { ObjectMeta } from "../../shared/object.ts";
import type { Table, TableColumnDefinition, TableRow } from "../../shared/table.ts";

export interface ResourceRow {
  uid: string;
  name: string;
  /** Empty for cluster-scoped objects. */
  namespace: string;
  /** Milliseconds since the epoch; 0 when unknown. */
  created: number;
  deleting: boolean;
  labels: Record<string, string>;
  cells: unknown[];
}

/** A page or an event of a Table, with the columns when the server sent them. */
export interface DecodedTable {
  items: ResourceRow[];
  resourceVersion: string;
  continue?: string | undefined;
  remaining?: number | undefined;
  columns?: TableColumnDefinition[] | undefined;
}

const NO_LABELS: Record<string, string> = {};

/**
 * Keeps only a few fields of an object's metadata: 50,000 rows must fit in memory, and managedFields alone would be
 * larger than everything else.
 */
function rowOf(row: TableRow): ResourceRow {
  const meta: ObjectMeta = row.object?.metadata ?? {};
  const created = meta.creationTimestamp ? Date.parse(meta.creationTimestamp) : 0;
  return {
    uid: meta.uid ?? `${meta.namespace ?? ""}/${meta.name ?? ""}`,
    name: meta.name ?? "",
    namespace: meta.namespace ?? "",
    created: Number.isNaN(created) ? 0 : created,
    deleting: meta.deletionTimestamp !== undefined && meta.deletionTimestamp !== null,
    labels: meta.labels ?? NO_LABELS,
    cells: row.cells ?? [],
  };
}

/**
 * Decodes a Table, or the plain object that a bookmark carries. In an event, the version comes from the row's own
 * object, because the Table's metadata may be empty there.
 */
export function decodeTable(value: unknown): DecodedTable {
  const table = (value ?? {}) as Partial<Table>;
  const rows = table.rows ?? [];
  const own = rows.length === 1 ? rows[0]?.object?.metadata.resourceVersion : undefined;
  return {
    items: rows.filter((row) => row.object?.metadata.name !== undefined).map(rowOf),
    resourceVersion: table.metadata?.resourceVersion || own || "",
    continue: table.metadata?.continue || undefined,
    remaining: table.metadata?.remainingItemCount,
    columns: table.columnDefinitions ?? undefined,
  };
}
