/** Merges the columns of a list from several servers, whose columns may differ. */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { DecodedTable, ResourceRow } from "./tableRow.ts";

/** Moves the cells of one server's rows to the positions of the merged columns. */
export type PlaceCells = (decoded: DecodedTable) => ResourceRow[];

/**
 * Columns are identified by name; those that the first server lacks are appended.
 *
 * @param first columns that the list already has
 * @param publish called with the columns whenever some are added
 */
export function sharedColumns(
  first: readonly TableColumnDefinition[],
  publish: (columns: TableColumnDefinition[]) => void,
): () => PlaceCells {
  let columns = [...first];
  return () => {
    /** Position in the list for each of the server's columns; undefined while the columns are identical. */
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
