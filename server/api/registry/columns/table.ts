/** Columns that many kinds share, and functions to build columns. */
import type { ApiObject, Json } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Column } from "../definition.ts";
import { ageText } from "./age.ts";
import { DOC } from "./descriptions.ts";

/** The first column of nearly every kind. */
export const nameColumn: Column = {
  name: "Name",
  type: "string",
  format: "name",
  description: DOC.name,
  cell: (object) => object.metadata.name ?? "",
};

/** Age since creation. */
export const ageColumn: Column = {
  name: "Age",
  type: "string",
  description: DOC.creationTimestamp,
  cell: (object, now) => ageText(object.metadata.creationTimestamp, now),
};

/** Creation as a time stamp: for kinds without a printer of their own. */
export const createdAtColumn: Column = {
  name: "Created At",
  type: "date",
  description: DOC.creationTimestamp,
  cell: (object) => object.metadata.creationTimestamp ?? null,
};

/** A text column that is always shown. */
export const textColumn = (
  name: string,
  description: string,
  cell: (object: ApiObject, now: number, words: Vocabulary) => Json,
): Column => ({
  name,
  type: "string",
  description,
  cell,
});

/** An integer column that is always shown. */
export const integerColumn = (name: string, description: string, cell: (object: ApiObject) => number): Column => ({
  name,
  type: "integer",
  description,
  cell,
});

/** A boolean column that is always shown. */
export const booleanColumn = (name: string, description: string, cell: (object: ApiObject) => Json): Column => ({
  name,
  type: "boolean",
  description,
  cell,
});

/** The same column, shown only with `-o wide`. */
export const wide = (column: Column): Column => ({ ...column, priority: 1 });

/** Name, the kind's own columns, age: the shape of most tables. */
export const nameAndAge = (...columns: Column[]): readonly Column[] => [nameColumn, ...columns, ageColumn];

/** Columns of a kind that defines none. */
export const defaultColumns: readonly Column[] = [nameColumn, createdAtColumn];
