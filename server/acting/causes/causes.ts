import type { ApiObject, GroupResource, ManagedFieldsEntry } from "../../../shared/object.ts";
import type { QueueObserver } from "../../ground/timing/workQueue.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import type { CauseLedger } from "./causeLedger.ts";
import { type Action, type Change, changeId, changeTo, type ObjectName, objectId, type Write } from "./change.ts";
import { type Acting, actDuring, actionUnderWay } from "./underWay.ts";

/** Maximum number of causes that are remembered for one key; more would not help a reader. */
const MAX_CAUSES = 16;
/** Maximum number of writes that are kept of one action. */
const MAX_WRITES = 200;
/** Maximum number of objects whose last change is remembered, for actors without a work queue. */
const MAX_OBJECTS = 20_000;

/**
 * Records which action caused which, without storing anything in objects. A change that makes a controller enqueue a
 * key is a cause of the work on that key; the writes during that work are its effects. For actors without a work queue
 * (nodes, the scheduler), the cause is the previous change of the same object.
 */
export class Causes {
  readonly ledger: CauseLedger;
  /** The actions of this server, as several servers may run in one process. */
  readonly #own = new WeakSet<Acting>();
  /** The last change by object; the most recently used comes last. */
  readonly #latest = new Map<string, Change>();
  /** The change that is being delivered at the moment, and the changed object. */
  #delivering: { readonly change: Change; readonly object: ApiObject } | undefined;

  constructor(ledger: CauseLedger) {
    this.ledger = ledger;
  }

  /** Delivers a change to a listener: the change is recorded as a cause of every key that the listener enqueues. */
  telling = (
    resource: GroupResource,
    { type, object }: Pick<ObjectChange, "type" | "object">,
    deliver: () => void,
  ): void => {
    const change = changeOf(resource, object, type === "deleted");
    const before = this.#delivering;
    this.#delivering = { change, object };
    try {
      this.#saw(change, type === "deleted" || object.metadata.deletionTimestamp !== undefined);
      deliver();
    } finally {
      this.#delivering = before;
    }
  };

  /** Returns an observer of an actor's queue. @param next another observer of the queue */
  observer(actor: string, kind: Action["kind"], next: QueueObserver | undefined): QueueObserver {
    const asked = new Map<string, Map<string, Change>>();
    const ask = (key: string, changes: Iterable<Change>): void => {
      const known = asked.get(key) ?? new Map<string, Change>();
      for (const change of changes) if (known.size < MAX_CAUSES) known.set(changeId(change), change);
      asked.set(key, known);
    };
    return {
      asked: (key) => {
        if (this.#delivering !== undefined) ask(key, [withManager(this.#delivering)]);
        next?.asked?.(key);
      },
      around: async (key, work) => {
        const causes = [...(asked.get(key)?.values() ?? [])];
        asked.delete(key);
        const acting: Acting = { at: this.ledger.now(), actor, kind, key, causes, writes: [] };
        this.#own.add(acting);
        try {
          await actDuring(acting, () => (next?.around === undefined ? work() : next.around(key, work)));
        } catch (error) {
          // The retry has the same causes.
          ask(key, causes);
          throw error;
        } finally {
          this.ledger.add(acting);
        }
      },
      added: (key) => next?.added(key),
      started: (key) => next?.started(key),
      done: (key) => next?.done(key),
      retried: () => next?.retried(),
      stopped() {
        asked.clear();
        next?.stopped();
      },
    };
  }

  /** The last change of an object that was delivered, or that was made here. */
  latest(object: ObjectName): Change | undefined {
    return this.#latest.get(objectId(object));
  }

  /**
   * Records a write.
   * @param actor the writer, if no key is being worked on
   * @param previous the last change before the write
   */
  wrote(actor: string, object: ObjectName, write: Omit<Write, keyof ObjectName>, previous: Change | undefined): void {
    const acting = this.#acting();
    const latest = this.#latest.get(objectId(object));
    const { group, resource, namespace, name } = object;
    const { verb, subresource, revision } = write;
    const written: Write = { group, resource, namespace, name, verb, subresource, revision };
    if (write.revision !== "") {
      // The write was a no-op.
      if (previous?.revision === write.revision) return;
      this.#saw(changeTo(object, write.revision, false), false);
    } else if (latest !== undefined && latest !== previous && this.ledger.maker(latest) === undefined) {
      // An informer delivered the change before this write's response arrived.
      written.revision = latest.revision;
    }
    if (acting !== undefined) {
      if (acting.writes.length < MAX_WRITES) acting.writes.push(written);
      return;
    }
    const causes = previous === undefined ? [] : [previous];
    const at = this.ledger.now();
    this.ledger.add({ at, actor, kind: kindOf(actor), key: "", causes, writes: [written] });
  }

  /** The causes of the current action, for the audit log; undefined when no key is being worked on. */
  why(): string | undefined {
    const acting = this.#acting();
    if (acting === undefined || acting.causes.length === 0) return undefined;
    return acting.causes.map(changeId).join(" ");
  }

  /** The action of this server in whose work the caller runs. */
  #acting(): Acting | undefined {
    const acting = actionUnderWay();
    return acting !== undefined && this.#own.has(acting) ? acting : undefined;
  }

  #saw(change: Change, isDeletion: boolean): void {
    this.ledger.noteDelivery(change, isDeletion);
    const id = objectId(change);
    this.#latest.delete(id);
    this.#latest.set(id, change);
    if (this.#latest.size <= MAX_OBJECTS) return;
    for (const oldest of this.#latest.keys()) {
      this.#latest.delete(oldest);
      break;
    }
  }
}

const withManager = ({ change, object }: { readonly change: Change; readonly object: ApiObject }): Change => {
  const { managedFields = [] } = object.metadata;
  const time = (entry: ManagedFieldsEntry | undefined): string => entry?.time ?? "";
  let last: ManagedFieldsEntry | undefined;
  for (const entry of managedFields) if (last === undefined || time(entry) >= time(last)) last = entry;
  if (last?.manager === undefined) return change;
  return Object.assign(changeTo(change, change.revision, change.deleted), { manager: last.manager });
};

const kindOf = (actor: string): Action["kind"] =>
  actor.startsWith("system:node:") ? "node" : actor.endsWith("-scheduler") ? "scheduler" : "client";

/** The change that produced an object's current state. */
export const changeOf = (
  { group, resource }: GroupResource,
  { metadata }: Pick<ApiObject, "metadata">,
  deleted: boolean,
): Change =>
  changeTo(
    { group, resource, namespace: metadata.namespace ?? "", name: metadata.name ?? "" },
    metadata.resourceVersion ?? "",
    deleted,
  );
