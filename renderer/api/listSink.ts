import type { ListState } from "./listState.ts";

/** Where the rows go. A list is marked and swept: rows on the screen stay until the new list is complete. */
export interface ListWatchSink<T> {
  beginList(): void;
  page(items: T[]): void;
  endList(): void;
  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: T[]): void;
  /** Rows held at the moment. */
  size(): number;
  state(state: ListState): void;
}
