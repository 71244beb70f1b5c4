import type { ListState } from "./listState.ts";

/** Receives the rows of a list. A new list marks and sweeps: rows on the screen stay until it is complete. */
export interface ListWatchSink<T> {
  beginList(): void;
  page(items: T[]): void;
  endList(): void;
  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: T[]): void;
  /** Current number of rows. */
  size(): number;
  state(state: ListState): void;
}
