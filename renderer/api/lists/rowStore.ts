/**
 * The rows of one live list, keyed by uid: an event costs one Map operation, without searching or copying. Incoming
 * rows are applied once per animation frame; then readers are notified.
 */
import type { TableColumnDefinition } from "../../../shared/table.ts";
import type { Schedule } from "../frame.ts";
import type { ResourceRow } from "../tables/tableRow.ts";
import type { ListWatchSink } from "./listSink.ts";
import type { ListState } from "./listState.ts";

/**
 * The state for readers. A new object for every frame with changes; `rows` is always the same Map, which changes only
 * between two snapshots.
 */
export interface RowSnapshot {
  rows: ReadonlyMap<string, ResourceRow>;
  columns: TableColumnDefinition[];
  state: ListState;
  /** Increases when any row has changed. */
  version: number;
  changes: RowChanges;
}

/** The differences from the previous snapshot, so that a reader that saw it need not examine all rows. */
interface RowChanges {
  /** The `version` that the changes are relative to. */
  since: number;
  /** The previous row by uid; undefined for an added row. The current row is in `rows`, unless it was deleted. */
  before: ReadonlyMap<string, ResourceRow | undefined>;
}

export class RowStore implements ListWatchSink<ResourceRow> {
  readonly #rows = new Map<string, ResourceRow>();
  readonly #schedule: Schedule;
  readonly #listeners = new Set<() => void>();
  #columns: TableColumnDefinition[] = [];
  #state: ListState;
  #version = 0;
  /** Changes since the snapshot: by uid, the new row, or undefined for a deleted one. */
  readonly #pending = new Map<string, ResourceRow | undefined>();
  /** Number of rows, including pending changes. */
  #size = 0;
  #snapshot: RowSnapshot;
  #cancelFrame: (() => void) | undefined;
  /** Uids in the current list so far; undefined when no list is being read. */
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

  /** The rows of the last snapshot, and its state. */
  held(): { readonly items: Iterable<ResourceRow>; readonly state: ListState } {
    return { items: this.#snapshot.rows.values(), state: this.#snapshot.state };
  }

  size(): number {
    return this.#size;
  }

  state(state: ListState): void {
    this.#state = state;
    this.#touch();
  }

  /** Prepares for another list when a view reuses the store: the existing rows keep their age until it is complete. */
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

  /** Applies the pending changes and returns the new snapshot. */
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

/** Whether the column definitions are equal; every page of a list repeats them. */
const isSameColumns = (a: readonly TableColumnDefinition[], b: readonly TableColumnDefinition[]): boolean =>
  a.length === b.length &&
  a.every(({ name, type, priority }, i) => name === b[i]?.name && type === b[i].type && priority === b[i].priority);
