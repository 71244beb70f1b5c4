import type { ReactNode } from "react";
import { LogTable, type LogTableProps } from "./LogTable.tsx";
import "./LogSplit.css";

export interface LogSplitProps<T> extends LogTableProps<T> {
  /** Stands for the table when nothing is to be shown. */
  empty: ReactNode;
  /** What is chosen, in full. */
  detail(item: T, close: () => void): ReactNode;
}

/** A log, and beside it the details of what is chosen. */
export function LogSplit<T>({ empty, detail, ...table }: LogSplitProps<T>) {
  const { items, keyOf, selected, onSelect } = table;
  const chosen = items.find((item) => keyOf(item) === selected);
  return (
    <div className="activitySplit">
      {items.length === 0 ? empty : <LogTable {...table} />}
      {chosen === undefined ? null : detail(chosen, () => onSelect(""))}
    </div>
  );
}
