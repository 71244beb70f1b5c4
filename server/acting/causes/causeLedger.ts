import { Fifo } from "../../../shared/collections/fifo.ts";
import { type Action, type Change, changeId, type ObjectName, objectId, type Write } from "./change.ts";

export interface CauseLedgerOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds for which actions are kept; see {@link CauseLedger.keepFor}. */
  readonly retention: number;
  /** Actions that are kept at most. */
  readonly limit?: number;
}

const LIMIT = 10_000;

/**
 * Which action caused which, for a while: actions in their order, found by the changes that caused them and that they
 * made.
 */
export class CauseLedger {
  readonly #options: CauseLedgerOptions;
  readonly #line = new Fifo<Action>();
  readonly #bySequence = new Map<number, Action>();
  /** By the change that they made. */
  readonly #makers = new Map<string, Action>();
  /** By a change that caused them. */
  readonly #effects = new Map<string, Action[]>();
  /** By the object, the writes of kept actions, and their causes. */
  readonly #changes = new Map<string, (Change | Write)[]>();
  /** By the object, writes whose revision is not known yet. */
  readonly #pending = new Map<string, { readonly action: Action; readonly write: Write }>();
  #sequence = 0;
  #retention: number;
  #listener: ((action: Action) => void) | undefined;

  constructor(options: CauseLedgerOptions) {
    this.#options = options;
    this.#retention = options.retention;
  }

  /** Keeps actions for another time from now on, in milliseconds. */
  keepFor(retention: number): void {
    this.#retention = retention;
  }

  /** Calls a listener for each action from now on; undefined removes it. */
  tell(listener: ((action: Action) => void) | undefined): void {
    this.#listener = listener;
  }

  /** Takes over the actions of an earlier process, in their order, before the first of this one. */
  restore(actions: readonly Action[]): void {
    for (const action of actions) this.#take(action);
    this.#sequence = actions.at(-1)?.sequence ?? this.#sequence;
    // Their changes were delivered to the earlier process.
    this.#pending.clear();
    this.#prune();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#options.now();
  }

  /** The sequence of the last action; 0 when there was none. */
  get last(): number {
    return this.#sequence;
  }

  /** Keeps an action. One without a write is dropped. */
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
   * Takes note of a change that an informer delivered: it may be the one that a write made whose answer did not name
   * it.
   */
  told(change: Change, isDeletion: boolean): void {
    const id = objectId(change);
    const pending = this.#pending.get(id);
    if (pending === undefined || this.#makers.has(changeId(change))) return;
    if (!isDeletion && pending.write.verb === "delete") return;
    this.#pending.delete(id);
    pending.write.revision = change.revision;
    this.#makers.set(changeId(change), pending.action);
  }

  /** The action that made a change; undefined for changes of users and their clients, and for what is forgotten. */
  maker(change: ObjectName & { readonly revision: string }): Action | undefined {
    return this.#makers.get(changeId(change));
  }

  /** The actions that a change caused, in order. */
  effects(change: ObjectName & { readonly revision: string }): readonly Action[] {
    return this.#effects.get(changeId(change)) ?? [];
  }

  /** Changes of an object that caused an action, or that an action made; some may come twice. */
  changes(object: ObjectName): readonly (Change | Write)[] {
    return this.#changes.get(objectId(object)) ?? [];
  }

  /** Actions after one, in order. */
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

/** What is forgotten first came first. */
function outOf<T>(map: Map<string, T[]>, id: string, value: T): void {
  const same = map.get(id);
  const at = same?.indexOf(value) ?? -1;
  if (same === undefined || at < 0) return;
  same.splice(at, 1);
  if (same.length === 0) map.delete(id);
}
