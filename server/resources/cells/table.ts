import type { ApiObject, Json } from "../../../shared/object.ts";
import { ageColumn, createdAtColumn, nameColumn, UNSET } from "../columns/cells.ts";
import type { Column } from "../definition.ts";

/** A column of text, shown always. */
export const text = (name: string, description: string, cell: (object: ApiObject, now: number) => Json): Column => ({
  name,
  type: "string",
  description,
  cell,
});

/** A column of whole numbers, shown always. */
export const integer = (name: string, description: string, cell: (object: ApiObject) => number): Column => ({
  name,
  type: "integer",
  description,
  cell,
});

/** A column of truth values, shown always. */
export const boolean = (name: string, description: string, cell: (object: ApiObject) => Json): Column => ({
  name,
  type: "boolean",
  description,
  cell,
});

/** The same column, shown only in wide output. */
export const wide = (column: Column): Column => ({ ...column, priority: 1 });

/** Name, the kind's own columns, age: the shape of most tables. */
export const nameAndAge = (...columns: Column[]): readonly Column[] => [nameColumn, ...columns, ageColumn];

/** Columns of a kind that has none of its own. */
export const defaultColumns: readonly Column[] = [nameColumn, createdAtColumn];

/** Joins the first `max` entries and says how many were left out; `<unset>` when there is none. */
export function listWithMore(items: readonly string[], max: number): string {
  if (items.length === 0) return UNSET;
  const shown = items.slice(0, max).join(",");
  return items.length > max ? `${shown} + ${items.length - max} more...` : shown;
}
