import { useEffect, useRef, useState } from "react";
import type { ResourceRow } from "../api/tableRow.ts";
import type { ResourceList } from "../api/useResourceList.ts";
import { type Sort, viewRows } from "./rowView.ts";

/** The share of time that sorting may take: after a view that cost 20 ms, the next comes 120 ms later at the earliest. */
const REST = 6;

/**
 * The rows to show. A change of filter or sort is shown at once; changes of the list follow in a measure that leaves
 * the page most of its time, however many rows there are and however fast they change.
 */
export function useRowView(list: ResourceList, filter: string, sort: Sort | undefined): ResourceRow[] {
  const last = useRef({ at: 0, cost: 0, question: "", version: -1, rows: [] as ResourceRow[] });
  const [, redraw] = useState(0);
  const question = JSON.stringify([filter, sort, list.columns.length]);
  const memo = last.current;
  const due = memo.at + memo.cost * REST;
  const now = performance.now();
  const sameList = memo.version <= list.version;
  const waiting = memo.question === question && sameList && memo.version !== list.version && now < due;
  if (!waiting && (memo.question !== question || memo.version !== list.version)) {
    const rows = viewRows(list.rows.values(), list.columns, filter, sort);
    const end = performance.now();
    last.current = { at: end, cost: end - now, question, version: list.version, rows };
  }
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => redraw((n) => n + 1), Math.max(1, due - performance.now()));
    return () => clearTimeout(timer);
  }, [waiting, due]);
  return last.current.rows;
}
