import { type InFlight, lendingMemory } from "../../../ground/request/inFlight.ts";
import { StorageError } from "../../../store/storage/storageError.ts";
import type { Resource } from "../resource.ts";
import type { PendingWrite } from "./pendingWrite.ts";
import { type Existing, readForWrite, readPending, type StoreDependencies, type WriteRequest } from "./write.ts";
import { canceled, timedOut, type WriteTime } from "./writeTime.ts";

/**
 * Result of an attempt that lost a race: another write changed the object after it was read, and the store refused the
 * commit.
 */
export const RACED = Symbol("raced");
export type Raced = typeof RACED;

/** The object to be changed, and how. */
export interface UpdateTarget {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  /** Nothing is stored, so the write need not wait for others. */
  readonly dryRun: boolean;
  /**
   * The write names the version that it changes. Any other version makes it fail, so waiting for other writers is
   * pointless.
   */
  readonly versioned?: boolean;
  /** The write may start from the result of a pending write, because nothing it does reads the object's version. */
  readonly follows?: boolean;
  /** Time limit; undefined means none. */
  readonly time?: WriteTime | undefined;
  /** The request, which gives up its slot while it waits for other writers. */
  readonly inFlight?: InFlight | undefined;
}

/** The target of a write request. */
export const updateTarget = ({ resource, context, name }: WriteRequest): UpdateTarget => ({
  resource,
  namespace: context.namespace,
  name,
  dryRun: context.dryRun,
  time: context.time,
  inFlight: context.inFlight,
});

/** Reports a change that was just given to the store, so that the next writer may start from it. */
export type Offer = (pending: PendingWrite) => void;

/**
 * The only way to change or remove a stored object. Each attempt starts from the current object; attempts repeat until
 * one is not raced. Writers of one key queue up (see {@link WriteQueues}), so the first attempt usually succeeds. A
 * write fails only with an error of the attempt or when its time is up, never because others write the same object.
 *
 * @param attempt receives the stored object at the resource's version and commits with a guard on it ({@link guardOn}).
 *   Where the target follows, the object may be the result of a pending write. Until that write is durable, the attempt
 *   may then do nothing but commit
 * @throws UnreadableError; ApiError 400 for an invalid name, 504 when the time is up; errors of the attempt
 */
export async function guaranteedUpdate<T>(
  { writeQueues, hub }: Pick<StoreDependencies, "writeQueues" | "hub">,
  target: UpdateTarget,
  attempt: (existing: Existing | undefined, offer: Offer) => Promise<T | Raced>,
): Promise<T> {
  const { resource, namespace, name, time, inFlight } = target;
  const waits = !target.dryRun && target.versioned !== true;
  const turn = waits
    ? await lendingMemory(inFlight, () => writeQueues.enter(resource.key(namespace, name), time, target.follows))
    : undefined;
  const offer: Offer = (pending) => turn?.pass(pending);
  /**
   * An error of an attempt counts only if the attempt started from the stored object, because the cache may lag. An
   * error of the store always counts: the outcome of the commit is unknown, and another attempt might see its effects.
   */
  const attemptOnce = async (): Promise<T | Raced> => {
    const before = turn?.before;
    const existing = await (before === undefined
      ? readForWrite(resource, namespace, name, inFlight)
      : readPending(resource, before, inFlight));
    try {
      return await attempt(existing, offer);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const revision = before === undefined ? existing?.revision : await before.outcome;
      if (before !== undefined && revision === undefined) return RACED;
      const lag = hub.fresh();
      if (lag === undefined) throw error;
      await lag;
      if (resource.cache.get(resource.key(namespace, name))?.revision === revision) throw error;
      return RACED;
    }
  };
  try {
    for (;;) {
      const outcome = await attemptOnce();
      if (outcome !== RACED) return outcome;
      if (time !== undefined && time.left() <= 0) throw timedOut();
      if (time?.signal.aborted === true) throw canceled();
      await lendingMemory(inFlight, async () => turn?.again());
    }
  } finally {
    turn?.leave();
  }
}
