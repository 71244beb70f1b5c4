/**
 * Server-side Tables: a list rendered by the server for people. Asked for with the media type that
 * {@link tableMediaType} gives; the server decides the columns, the client never needs to know the kind.
 */
import type { ObjectMeta } from "./object.ts";

export interface TableColumnDefinition {
  name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** `name` marks the column that holds the object's name. */
  format: string;
  description: string;
  /** 0 is shown always; anything above only in wide views. */
  priority: number;
}

/** Metadata-only form of any object. */
export interface PartialObjectMetadata {
  kind: "PartialObjectMetadata";
  apiVersion: string;
  metadata: ObjectMeta;
}

export interface TableRow {
  cells: unknown[];
  conditions?: { type: string; status: string; reason?: string; message?: string }[];
  /** The object in the form that `includeObject` asked for; null with `includeObject=None`. */
  object?: { kind?: string; apiVersion?: string; metadata: ObjectMeta } | null;
}

export interface Table {
  kind: "Table";
  apiVersion: string;
  metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  /** Null or absent in every watch event but the first of a stream. */
  columnDefinitions?: TableColumnDefinition[] | null;
  rows: TableRow[] | null;
}

/**
 * The Accept value that asks for a Table.
 *
 * @param metaGroup group of the meta types in the server's vocabulary, for example `meta.k8s.io`
 */
export const tableMediaType = (metaGroup: string): string => `application/json;as=Table;v=v1;g=${metaGroup}`;
