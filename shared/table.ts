/**
 * Tables rendered by the server: lists prepared for display. Requested with the media type of {@link tableMediaType};
 * the server chooses the columns, so the client needs no knowledge of the kind.
 */
import type { ObjectMeta } from "./object.ts";

export interface TableColumnDefinition {
  name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** `name` marks the column with the object's name. */
  format: string;
  description: string;
  /** 0: always shown; above 0: only in wide views. */
  priority: number;
}

export interface TableRow {
  cells: unknown[];
  conditions?: { type: string; status: string; reason?: string; message?: string }[];
  /** The object in the form requested by `includeObject`; null with `includeObject=None`. */
  object?: { kind?: string; apiVersion?: string; metadata: ObjectMeta } | null;
}

export interface Table {
  kind: "Table";
  apiVersion: string;
  metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  /** Null or absent in every event of a watch but the first. */
  columnDefinitions?: TableColumnDefinition[] | null;
  rows: TableRow[] | null;
}

/**
 * The Accept value that asks for a Table.
 *
 * @param metaGroup group of the meta types in the server's vocabulary, for example `meta.k8s.io`
 */
export const tableMediaType = (metaGroup: string): string => `application/json;as=Table;v=v1;g=${metaGroup}`;
