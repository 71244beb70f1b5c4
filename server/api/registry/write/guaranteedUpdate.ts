import { type InFlight, lending } from "../../../ground/request/inFlight.ts";
import { StorageError } from "../../../store/storage/storageError.ts";
import type { Resource } from "../resource.ts";
import type { PendingWrite } from "./pendingWrite.ts";
import { type Existing, readForWrite, readPending, type StoreDependencies, type WriteRequest } from "./write.ts";
import { canceled, timedOut, type WriteTime } from "./writeTime.ts";

/** An attempt was too late: another write changed the object after it was read, and the store refused the commit. */
export const RACED = Symbol("raced");
export type Raced = typeof RACED;

/** The object that is to be changed, and how. */
export interface UpdateTarget {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  /** Nothing is stored, so there is nothing to wait for. */
  readonly dryRun: boolean;
  /** The write names the version that it changes: another one ends it, so that it gains nothing by waiting. */
  readonly versioned?: boolean;
  /** It may begin with what another write has under way: nothing it does looks at the object's version. */
  readonly follows?: boolean;
  /** How long it may take; as long as it takes without. */
  readonly time?: WriteTime | undefined;
  /** The request, which lends its room while it waits for others. */
  readonly inFlight?: InFlight | undefined;
}

/** The object that a request is about. */
export const updateTarget = ({ resource, context, name }: WriteRequest): UpdateTarget => ({
  resource,
  namespace: context.namespace,
  name,
  dryRun: context.dryRun,
  time: context.time,
  inFlight: context.inFlight,
});

/** Tells of a change that was just given to the store, so that the next writer may begin with it. */
export type Offer = (pending: PendingWrite) => void;

/**
 * The one way to change or remove what is stored: attempts, each from what is stored then, until one is not raced. Writers
 * of one key go one after the other (see {@link WriteLines}), so that as a rule the first attempt is the last. A write is
 * refused for what the attempt throws, or because its time is over; never because others write the same object.
 *
 * @param attempt begins with the object as it is stored, at the resource's version, and commits with a guard on it
 *   ({@link guardOn}). Where the target follows, it may be what a write has under way: then it comes to nothing but a commit
 *   before that write is durable
 * @throws UnreadableError; ApiError 400 for what cannot be a name, 504 when the time is over, and what the attempt throws
 */
export async function guaranteedUpdate<T>(
  { lines, hub }: Pick<StoreDependencies, "lines" | "hub">,
  target: UpdateTarget,
  attempt: (existing: Existing | undefined, offer: Offer) => Promise<T | Raced>,
): Promise<T> {
  const { resource, namespace, name, time, inFlight } = target;
  const waits = !target.dryRun && target.versioned !== true;
  const turn = waits
    ? await lending(inFlight, () => lines.enter(resource.key(namespace, name), time, target.follows))
    : undefined;
  const offer: Offer = (pending) => turn?.pass(pending);
  /**
   * An error of an attempt counts only when the attempt began with what is stored, because the cache may lag behind. An
   * error of the store itself always counts: the commit's outcome is unknown, and the next attempt might meet its
   * traces.
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
      await lending(inFlight, async () => turn?.again());
    }
  } finally {
    turn?.leave();
  }
}
