import { Fifo } from "../../../shared/collections/fifo.ts";
import { type Action, type Change, changeId, type ObjectName, objectId, type Write } from "./change.ts";

export interface CauseLedgerOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds for which actions are kept; see {@link CauseLedger.keepFor}. */
  readonly retention: number;
  /** Maximum number of actions that are kept. */
  readonly limit?: number;
}

const LIMIT = 10_000;

/**
 * Records for a while which action caused which. Actions are kept in order, and indexed by the changes that caused them
 * and that they made.
 */
export class CauseLedger {
  readonly #options: CauseLedgerOptions;
  readonly #line = new Fifo<Action>();
  readonly #bySequence = new Map<number, Action>();
  /** Actions by the changes that they made. */
  readonly #makers = new Map<string, Action>();
  /** Actions by the changes that caused them. */
  readonly #effects = new Map<string, Action[]>();
  /** By object: the writes of kept actions, and their causes. */
  readonly #changes = new Map<string, (Change | Write)[]>();
  /** By object: writes whose revision is not known yet. */
  readonly #pending = new Map<string, { readonly action: Action; readonly write: Write }>();
  #sequence = 0;
  #retention: number;
  #listener: ((action: Action) => void) | undefined;

  constructor(options: CauseLedgerOptions) {
    this.#options = options;
    this.#retention = options.retention;
  }

  /** Changes how long actions are kept, in milliseconds. */
  keepFor(retention: number): void {
    this.#retention = retention;
  }

  /** Sets the listener that is called with each new action; undefined removes it. */
  setListener(listener: ((action: Action) => void) | undefined): void {
    this.#listener = listener;
  }

  /** Adds the actions of an earlier process, in order, before the first one of this process. */
  restore(actions: readonly Action[]): void {
    for (const action of actions) this.#take(action);
    this.#sequence = actions.at(-1)?.sequence ?? this.#sequence;
    // Their changes were delivered to the earlier process, so they cannot be matched any more.
    this.#pending.clear();
    this.#prune();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#options.now();
  }

  /** The sequence number of the last action; 0 when there was none. */
  get last(): number {
    return this.#sequence;
  }

  /** Adds an action. Actions without writes are ignored. */
  add(action: Omit<Action, "sequence">): void {
    if (action.writes.length === 0) return;
    const { actor, kind, key, at, causes, writes } = action;
    const kept: Action = { sequence: ++this.#sequence, actor, kind, key, at, causes, writes };
    this.#take(kept);
    this.#prune();
    this.#listener?.(kept);
  }

  #take(kept: Action): void {
    this.#line.push(kept);
    this.#bySequence.set(kept.sequence, kept);
    for (const cause of kept.causes) {
      into(this.#effects, changeId(cause), kept);
      into(this.#changes, objectId(cause), cause);
    }
    for (const write of kept.writes) {
      const id = objectId(write);
      into(this.#changes, id, write);
      if (write.revision === "") this.#pending.set(id, { action: kept, write });
      else this.#makers.set(changeId(write), kept);
    }
  }

  /**
   * Called with a change that an informer delivered: it may belong to a pending write whose response had no revision.
   */
  noteDelivery(change: Change, isDeletion: boolean): void {
    const id = objectId(change);
    const pending = this.#pending.get(id);
    if (pending === undefined || this.#makers.has(changeId(change))) return;
    if (!isDeletion && pending.write.verb === "delete") return;
    this.#pending.delete(id);
    pending.write.revision = change.revision;
    this.#makers.set(changeId(change), pending.action);
  }

  /** The action that made a change; undefined for changes of users and their clients, and for dropped ones. */
  maker(change: ObjectName & { readonly revision: string }): Action | undefined {
    return this.#makers.get(changeId(change));
  }

  /** The actions that a change caused, in order. */
  effects(change: ObjectName & { readonly revision: string }): readonly Action[] {
    return this.#effects.get(changeId(change)) ?? [];
  }

  /** The changes of an object that caused an action, or that an action made; may contain duplicates. */
  changes(object: ObjectName): readonly (Change | Write)[] {
    return this.#changes.get(objectId(object)) ?? [];
  }

  /** The actions after a sequence number, in order. */
  *after(sequence: number): Generator<Action> {
    const first = this.#line.peek()?.sequence ?? this.#sequence + 1;
    for (let next = Math.max(first, sequence + 1); next <= this.#sequence; next++) {
      const action = this.#bySequence.get(next);
      if (action !== undefined) yield action;
    }
  }

  #prune(): void {
    const { now, limit = LIMIT } = this.#options;
    const oldest = now() - this.#retention;
    for (let first = this.#line.peek(); first !== undefined; first = this.#line.peek()) {
      if (this.#bySequence.size <= limit && first.at >= oldest) return;
      this.#line.shift();
      this.#forget(first);
    }
  }

  #forget(action: Action): void {
    this.#bySequence.delete(action.sequence);
    for (const cause of action.causes) {
      outOf(this.#effects, changeId(cause), action);
      outOf(this.#changes, objectId(cause), cause);
    }
    for (const write of action.writes) {
      const id = objectId(write);
      outOf(this.#changes, id, write);
      if (this.#makers.get(changeId(write)) === action) this.#makers.delete(changeId(write));
      if (this.#pending.get(id)?.action === action) this.#pending.delete(id);
    }
  }
}

function into<T>(map: Map<string, T[]>, id: string, value: T): void {
  const same = map.get(id);
  if (same === undefined) map.set(id, [value]);
  else same.push(value);
}

/** Actions are dropped in the order in which they were added, so the value is near the front. */
function outOf<T>(map: Map<string, T[]>, id: string, value: T): void {
  const same = map.get(id);
  const at = same?.indexOf(value) ?? -1;
  if (same === undefined || at < 0) return;
  same.splice(at, 1);
  if (same.length === 0) map.delete(id);
}
