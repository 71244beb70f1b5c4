/**
 * The rows of one live list, keyed by uid: an event costs one Map operation, never a search and never a copy. Readers
 * are told at most once per animation frame.
 */
import type { TableColumnDefinition } from "../../shared/table.ts";
import type { ListState } from "./listState.ts";
import type { ListWatchSink } from "./listWatch.ts";
import type { ResourceRow } from "./tableRow.ts";

/** Calls `run` at the next frame; the result cancels it. */
export type Schedule = (run: () => void) => () => void;

/** What a reader sees. A new value per frame with changes; `rows` is the live Map itself and must not be written. */
export interface RowSnapshot {
  rows: ReadonlyMap<string, ResourceRow>;
  columns: TableColumnDefinition[];
  state: ListState;
  /** Grows when any row changed. */
  version: number;
}

export class RowStore implements ListWatchSink<ResourceRow> {
  readonly #rows = new Map<string, ResourceRow>();
  readonly #schedule: Schedule;
  readonly #listeners = new Set<() => void>();
  #columns: TableColumnDefinition[] = [];
  #state: ListState;
  #version = 0;
  #snapshot: RowSnapshot;
  #cancelFrame: (() => void) | undefined;
  /** Uids seen by the list that is being read; undefined when none is. */
  #seen: Set<string> | undefined;

  constructor(schedule: Schedule, now: number) {
    this.#schedule = schedule;
    this.#state = { phase: "loading", loaded: 0, complete: false, lastContact: now, attempts: 0 };
    this.#snapshot = this.#take();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): RowSnapshot => this.#snapshot;

  columns(columns: TableColumnDefinition[] | undefined): void {
    if (columns === undefined || columns.length === 0) return;
    this.#columns = columns;
    this.#touch();
  }

  beginList(): void {
    this.#seen = new Set();
  }

  page(items: ResourceRow[]): void {
    for (const row of items) {
      this.#rows.set(row.uid, row);
      this.#seen?.add(row.uid);
    }
    this.#version += 1;
    this.#touch();
  }

  endList(): void {
    const seen = this.#seen;
    this.#seen = undefined;
    if (seen === undefined) return;
    for (const uid of this.#rows.keys()) if (!seen.has(uid)) this.#rows.delete(uid);
    this.#version += 1;
    this.#touch();
  }

  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: ResourceRow[]): void {
    for (const row of items) {
      if (type === "DELETED") this.#rows.delete(row.uid);
      else this.#rows.set(row.uid, row);
    }
    this.#version += 1;
    this.#touch();
  }

  size(): number {
    return this.#rows.size;
  }

  state(state: ListState): void {
    this.#state = state;
    this.#touch();
  }

  dispose(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#listeners.clear();
  }

  #take(): RowSnapshot {
    return { rows: this.#rows, columns: this.#columns, state: this.#state, version: this.#version };
  }

  #touch(): void {
    if (this.#cancelFrame !== undefined) return;
    this.#cancelFrame = this.#schedule(() => {
      this.#cancelFrame = undefined;
      this.#snapshot = this.#take();
      for (const listener of this.#listeners) listener();
    });
  }
}
