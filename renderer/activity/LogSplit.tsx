import type { ReactNode } from "react";
import { LogTable, type LogTableProps } from "./LogTable.tsx";
import "./LogSplit.css";

export interface LogSplitProps<T> extends LogTableProps<T> {
  /** Replaces the table when there are no entries. */
  empty: ReactNode;
  /** The selected entry, if it is known although the table does not contain it. */
  chosen?: T | undefined;
  /** Renders the selected entry in full. */
  detail(item: T, close: () => void): ReactNode;
}

/** A log, with the details of the selected entry beside it. */
export function LogSplit<T>({ empty, chosen: known, detail, ...table }: LogSplitProps<T>) {
  const { items, keyOf, selected, onSelect } = table;
  const chosen = items.find((item) => keyOf(item) === selected) ?? known;
  return (
    <div className="activitySplit">
      {items.length === 0 ? empty : <LogTable {...table} />}
      {chosen === undefined ? null : detail(chosen, () => onSelect(""))}
    </div>
  );
}
