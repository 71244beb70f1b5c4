import type { ListState } from "./listState.ts";

/**
 * Receives the rows of a list. A new list is handled by mark and sweep: existing rows stay visible until it is
 * complete.
 */
export interface ListWatchSink<T> {
  beginList(): void;
  page(items: T[]): void;
  endList(): void;
  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: T[]): void;
  /** Current number of rows. */
  size(): number;
  state(state: ListState): void;
}
