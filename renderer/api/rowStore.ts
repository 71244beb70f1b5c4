/**
 * The rows of one live list, keyed by uid: an event costs one Map operation, never a search and never a copy. What comes
 * is worked in once per animation frame; then readers are told.
 */
import type { TableColumnDefinition } from "../../shared/table.ts";
import type { ListWatchSink } from "./listSink.ts";
import type { ListState } from "./listState.ts";
import type { ResourceRow } from "./tableRow.ts";

/** Calls `run` at the next frame; the result cancels it. */
export type Schedule = (run: () => void) => () => void;

/** What a reader sees. A new value per frame with changes; `rows` is one Map for good, changed only between two of them. */
export interface RowSnapshot {
  rows: ReadonlyMap<string, ResourceRow>;
  columns: TableColumnDefinition[];
  state: ListState;
  /** Grows when any row changed. */
  version: number;
  changes: RowChanges;
}

/** What is different from the snapshot before, so that a reader who saw that one need not look at all rows. */
interface RowChanges {
  /** The `version` that the changes start from. */
  since: number;
  /** By uid, the row as it was; undefined where there was none. What it is now stands in `rows`, or is gone. */
  before: ReadonlyMap<string, ResourceRow | undefined>;
}

export class RowStore implements ListWatchSink<ResourceRow> {
  readonly #rows = new Map<string, ResourceRow>();
  readonly #schedule: Schedule;
  readonly #listeners = new Set<() => void>();
  #columns: TableColumnDefinition[] = [];
  #state: ListState;
  #version = 0;
  /** What came since the snapshot: by uid the row, or undefined for one that is gone. */
  readonly #pending = new Map<string, ResourceRow | undefined>();
  /** Rows, with what is pending. */
  #size = 0;
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
    if (columns === undefined || columns.length === 0 || isSameColumns(columns, this.#columns)) return;
    this.#columns = columns;
    this.#touch();
  }

  beginList(): void {
    this.#seen = new Set();
  }

  page(items: ResourceRow[]): void {
    for (const row of items) {
      this.#set(row.uid, row);
      this.#seen?.add(row.uid);
    }
    this.#touch();
  }

  endList(): void {
    const seen = this.#seen;
    this.#seen = undefined;
    if (seen === undefined) return;
    for (const uid of [...this.#rows.keys(), ...this.#pending.keys()]) if (!seen.has(uid)) this.#set(uid, undefined);
    this.#touch();
  }

  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: ResourceRow[]): void {
    for (const row of items) this.#set(row.uid, type === "DELETED" ? undefined : row);
    this.#touch();
  }

  size(): number {
    return this.#size;
  }

  state(state: ListState): void {
    this.#state = state;
    this.#touch();
  }

  /** The list is read once more, by a view that comes back: what is held counts as old as it is until then. */
  reopen(): void {
    const { lastContact } = this.#state;
    this.#seen = undefined;
    this.#state = { phase: "loading", loaded: this.#size, complete: false, lastContact, attempts: 0 };
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#snapshot = this.#take();
  }

  dispose(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#listeners.clear();
  }

  #set(uid: string, row: ResourceRow | undefined): void {
    const held = this.#pending.has(uid) ? this.#pending.get(uid) : this.#rows.get(uid);
    this.#size += Number(row !== undefined) - Number(held !== undefined);
    this.#pending.set(uid, row);
  }

  /** Works in what is pending. */
  #take(): RowSnapshot {
    const before = new Map<string, ResourceRow | undefined>();
    for (const [uid, row] of this.#pending) {
      before.set(uid, this.#rows.get(uid));
      if (row === undefined) this.#rows.delete(uid);
      else this.#rows.set(uid, row);
    }
    this.#pending.clear();
    const since = this.#version;
    if (before.size > 0) this.#version += 1;
    const changes = { since, before };
    return { rows: this.#rows, columns: this.#columns, state: this.#state, version: this.#version, changes };
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

/** Every page of a list names the columns again. */
const isSameColumns = (a: readonly TableColumnDefinition[], b: readonly TableColumnDefinition[]): boolean =>
  a.length === b.length &&
  a.every(({ name, type, priority }, i) => name === b[i]?.name && type === b[i].type && priority === b[i].priority);
