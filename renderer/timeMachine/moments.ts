/** The moments of a list: each change that a watch tells of, in order of revision. */
import type { ApiObject } from "../../shared/object.ts";

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

export interface Moment {
  readonly revision: number;
  readonly type: ChangeType;
  /** Namespace (may be empty) and name: `ns/name`. */
  readonly key: string;
  /** As of this moment; of a deletion, as it was last. */
  readonly object: ApiObject;
  /** Milliseconds since the epoch, as well as the object tells; 0 when it does not. */
  readonly at: number;
  /** Who made the change, as far as the object tells; may be empty. */
  readonly manager: string;
}

/** `ns/name`, which is `/name` without a namespace. */
export const keyOf = (meta: { namespace?: string | undefined; name?: string | undefined }): string =>
  `${meta.namespace ?? ""}/${meta.name ?? ""}`;

const isChange = (type: unknown): type is ChangeType => type === "ADDED" || type === "MODIFIED" || type === "DELETED";

/** The moment that an event of a watch stands for; undefined for bookmarks, errors and what has no number for a revision. */
export function momentOf(type: unknown, object: ApiObject): Moment | undefined {
  const revision = Number(object.metadata?.resourceVersion);
  if (!isChange(type) || !Number.isSafeInteger(revision) || revision <= 0) return undefined;
  const { creationTimestamp, deletionTimestamp, managedFields = [] } = object.metadata;
  let [latest, manager] = [creationTimestamp ? Date.parse(creationTimestamp) : 0, ""];
  for (const entry of managedFields ?? []) {
    const time = entry.time ? Date.parse(entry.time) : 0;
    if (time >= latest) [latest, manager] = [time, entry.manager ?? ""];
  }
  // Nobody signs a deletion; the time at which it was asked is the nearest that is known.
  if (type === "DELETED") manager = "";
  const at = Math.max(latest, deletionTimestamp ? Date.parse(deletionTimestamp) : 0);
  return { revision, type, key: keyOf(object.metadata), object, at: Number.isNaN(at) ? 0 : at, manager };
}

/** Appends in order; what is known already is passed over. Keeps the latest `cap`. */
export function withMoments(moments: readonly Moment[], more: readonly Moment[], cap: number): readonly Moment[] {
  const last = moments.at(-1)?.revision ?? 0;
  const fresh = more.filter((moment) => moment.revision > last);
  return fresh.length === 0 ? moments : [...moments, ...fresh].slice(-cap);
}

/** The moments of one object, oldest first. */
export const historyOf = (moments: readonly Moment[], key: string): Moment[] =>
  moments.filter((moment) => moment.key === key);

/** The object as of a revision, from its moments alone; undefined when it was absent then, or nothing is known of it. */
export function objectThen(history: readonly Moment[], revision: number): ApiObject | undefined {
  const last = history.filter((moment) => moment.revision <= revision).at(-1);
  return last === undefined || last.type === "DELETED" ? undefined : last.object;
}
