import { useMemo, useRef } from "react";
import type { RowSnapshot } from "../../api/lists/rowStore.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { followRows, type LiveRows } from "./liveRows.ts";
import { queryRows, type Sort } from "./rowView.ts";

/** The rows to show, in order; changes of the list are applied as they arrive. */
export function useRowView(
  list: RowSnapshot,
  filter: string,
  sort: Sort | undefined,
  unhealthyFirst: boolean,
): ResourceRow[] {
  const question = useMemo(
    () => queryRows(list.columns, filter, sort, unhealthyFirst),
    [list.columns, filter, sort, unhealthyFirst],
  );
  const last = useRef<LiveRows>(undefined);
  last.current = followRows(last.current, question, list);
  return last.current.rows;
}
