import { useRef } from "react";
import type { ResourceRow } from "../../api/tables/tableRow.ts";

/**
 * The row whose details are shown. It stays when it leaves the list, in its last state, until the user selects another
 * row or none.
 *
 * @param selected uid of the selected row; empty without a selection
 */
export function useShownRow(rows: ReadonlyMap<string, ResourceRow>, selected: string): ResourceRow | undefined {
  const last = useRef<ResourceRow>(undefined);
  const row = rows.get(selected) ?? (last.current?.uid === selected ? last.current : undefined);
  last.current = row;
  return row;
}
