import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { Quantity } from "../../../../shared/quantity.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { steadyNow } from "../../../ground/timing/steadyNow.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { ObjectChange, ObjectReader } from "../../../store/cache/reader.ts";
import { inScope, type ScopeSelector } from "./quotaScopes.ts";
import { addToUsage, isStuck, negativeUsage, subtractUsage, type Usage, usageOf, withoutCount } from "./quotaUsage.ts";

/** The usage in namespaces with quotas. */
export interface UsageIndex {
  /** The usage of stored objects, and of admitted ones about to be stored, that match the scopes. */
  used(resource: GroupResource, namespace: string, scopes: readonly ScopeSelector[]): Promise<Usage>;
  /** Counts an admitted object until it is stored, so that concurrent writes cannot use the same remainder. */
  reserve(resource: GroupResource, namespace: string, object: ApiObject): void;
  /**
   * Calls the listener with the namespace when usage counted there decreases: an object was removed, finished, or needs
   * less. Only for amounts of a quota. Returns a function that unsubscribes.
   */
  onFreed(listener: (namespace: string) => void): () => void;
  /**
   * Milliseconds for which objects admitted by another server may be missing here; 0 when there is no other server.
   * Their usage is already in the quota's status.
   */
  readonly blindness: number;
}

/** One maintained sum. */
interface Total {
  readonly scopes: readonly ScopeSelector[];
  readonly usage: Map<string, Quantity>;
  /** Resolves when the objects that existed at the start are part of the sum; undefined from then on. */
  counting: Promise<void> | undefined;
}

interface Space {
  /** By the text of their scopes. */
  readonly totals: Map<string, Total>;
  /** Admitted objects, by uid. */
  readonly pending: Map<string, { readonly object: ApiObject; readonly until: number }>;
  /** Stored objects that are being deleted, by uid. */
  readonly leaving: Map<string, ApiObject>;
}

const NOTHING: Usage = new Map();

/**
 * Milliseconds for which a reservation counts when its object does not appear, because the write failed later. On a
 * shared store a write may be under way for long, because a server or a member of the store may hang and then continue.
 */
const PENDING_TTL = { own: 2000, shared: 15_000 };

/**
 * Maintains the sums. A sum is computed when a quota first asks for it, and updated with every change afterwards. All
 * sums of a namespace are dropped when one of its quotas changes, so that no unused sum is kept.
 *
 * @param now milliseconds since the epoch, with which times in objects are compared
 * @param options.isShared other servers admit objects into this store, too
 * @param options.steady the clock of reservations. Default {@link steadyNow}
 */
export function followUsage(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  now: () => number,
  { isShared = false, steady = steadyNow }: { readonly isShared?: boolean; readonly steady?: () => number } = {},
): UsageIndex {
  const pendingTtl = isShared ? PENDING_TTL.shared : PENDING_TTL.own;
  const usageIn = (resource: GroupResource, object: ApiObject): Usage => usageOf(resource, object, vocabulary);
  const spacesOf = new Map<string, Map<string, Space>>();
  const listeners = new Set<(namespace: string) => void>();

  const follow = (resource: GroupResource): Map<string, Space> => {
    const key = `${resource.resource}.${resource.group}`;
    const known = spacesOf.get(key);
    if (known !== undefined) return known;
    const spaces = new Map<string, Space>();
    spacesOf.set(key, spaces);
    const follow = ({ type, object, previous }: ObjectChange): void => {
      const namespace = object.metadata.namespace ?? "";
      const space = spaces.get(namespace);
      if (space === undefined) return;
      space.pending.delete(object.metadata.uid ?? "");
      if (type === "deleted") space.leaving.delete(object.metadata.uid ?? "");
      else noteLeaving(space, object);
      const gone = type === "deleted" ? (previous ?? object) : previous;
      const come = type === "deleted" ? undefined : object;
      let freed = false;
      for (const total of space.totals.values()) {
        const usedIn = (each: ApiObject | undefined): Usage =>
          each !== undefined && inScope(total.scopes, resource, each) ? usageIn(resource, each) : NOTHING;
        const change = subtractUsage(usedIn(come), usedIn(gone));
        addToUsage(total.usage, change);
        freed ||= [...change.values()].some(({ digits }) => digits < 0n);
      }
      if (freed) for (const listener of listeners) listener(namespace);
    };
    reader.follow(resource, follow, () => forget(spaces));
    return spaces;
  };

  const noteLeaving = ({ leaving }: Space, object: ApiObject): void => {
    if (object.metadata.deletionTimestamp !== undefined) leaving.set(object.metadata.uid ?? "", object);
  };

  /** Drops all sums; the next quota that asks for one computes it again. */
  const forget = (spaces: Map<string, Space>): void => {
    for (const { totals, leaving } of spaces.values()) {
      totals.clear();
      leaving.clear();
    }
  };

  const spaceOf = (resource: GroupResource, namespace: string): Space => {
    const spaces = follow(resource);
    const space = spaces.get(namespace) ?? { totals: new Map(), pending: new Map(), leaving: new Map() };
    spaces.set(namespace, space);
    return space;
  };

  /**
   * Adds up the stored objects. Changes that arrive meanwhile are added by `follow`, because the sum is already in
   * `totals`.
   */
  const count = async (total: Total, resource: GroupResource, namespace: string): Promise<void> => {
    const space = spaceOf(resource, namespace);
    const add = (object: ApiObject): void => {
      noteLeaving(space, object);
      if (inScope(total.scopes, resource, object)) addToUsage(total.usage, usageIn(resource, object));
    };
    await inTurns(reader.eachInSteps(resource, namespace, add));
    total.counting = undefined;
  };

  const totalOf = async (
    resource: GroupResource,
    namespace: string,
    scopes: readonly ScopeSelector[],
  ): Promise<Total> => {
    const { totals } = spaceOf(resource, namespace);
    const key = JSON.stringify(scopes);
    for (;;) {
      let total = totals.get(key);
      if (total === undefined) {
        total = { scopes, usage: new Map(), counting: undefined };
        totals.set(key, total);
        total.counting = count(total, resource, namespace);
      }
      try {
        await total.counting;
      } catch (error) {
        if (totals.get(key) === total) totals.delete(key);
        throw error;
      }
      // If the sum was dropped meanwhile, it lacks changes.
      if (totals.get(key) === total) return total;
    }
  };

  const followQuota = ({ type, object, previous }: ObjectChange): void => {
    // The status changes often and does not affect sums.
    if (type === "modified" && JSON.stringify(object["spec"]) === JSON.stringify(previous?.["spec"])) return;
    for (const spaces of spacesOf.values()) spaces.get(object.metadata.namespace ?? "")?.totals.clear();
  };
  reader.follow({ group: "", resource: "resourcequotas" }, followQuota, () => {
    for (const spaces of spacesOf.values()) forget(spaces);
  });

  return {
    blindness: isShared ? PENDING_TTL.shared : 0,
    async used(resource, namespace, scopes) {
      const usage = new Map((await totalOf(resource, namespace, scopes)).usage);
      const { pending, leaving } = spaceOf(resource, namespace);
      for (const object of leaving.values()) {
        if (isStuck(resource, object, now()) && inScope(scopes, resource, object)) {
          addToUsage(usage, negativeUsage(withoutCount(usageIn(resource, object))));
        }
      }
      for (const [uid, { object, until }] of pending) {
        if (until < steady()) pending.delete(uid);
        else if (inScope(scopes, resource, object)) addToUsage(usage, usageIn(resource, object));
      }
      return usage;
    },
    onFreed(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reserve(resource, namespace, object) {
      const { name = "", uid } = object.metadata;
      // The write will be refused because the object already exists.
      if (uid === undefined || reader.get(resource, namespace, name) !== undefined) return;
      spaceOf(resource, namespace).pending.set(uid, { object, until: steady() + pendingTtl });
    },
  };
}
