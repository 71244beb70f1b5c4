/** One set of columns for a list that several servers tell of, which need not have the same. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { DecodedTable, ResourceRow } from "./tableRow.ts";

/** Puts the cells of one server's rows at the places that the columns have in the list. */
export type PlaceCells = (decoded: DecodedTable) => ResourceRow[];

/**
 * Columns are told apart by name; those that the first server does not have follow behind its own.
 *
 * @param first columns that the list has already
 * @param publish told of the columns whenever there are more
 */
export function sharedColumns(
  first: readonly TableColumnDefinition[],
  publish: (columns: TableColumnDefinition[]) => void,
): () => PlaceCells {
  let columns = [...first];
  return () => {
    /** For each of the server's columns its place in the list; undefined while they are the same. */
    let places: number[] | undefined;
    return ({ items, columns: own }) => {
      if (own !== undefined) {
        const more = own.filter(({ name }) => !columns.some((column) => column.name === name));
        columns = [...columns, ...more];
        if (more.length > 0) publish(columns);
        const found = own.map(({ name }) => columns.findIndex((column) => column.name === name));
        places = found.every((place, i) => place === i) ? undefined : found;
      }
      const to = places;
      if (to === undefined) return items;
      return items.map((row) => {
        const cells: unknown[] = new Array(columns.length).fill(undefined);
        row.cells.forEach((cell, i) => {
          const place = to[i];
          if (place !== undefined) cells[place] = cell;
        });
        return { ...row, cells };
      });
    };
  };
}
