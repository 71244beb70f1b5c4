/** The moments of a list: each change from a watch, in order of revision. */
import type { ApiObject } from "../../shared/object.ts";
import { deletionTime, stateTime } from "../history/authorship.ts";
import type { Revision } from "../resources/live/objectStore.ts";

type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

export interface Moment {
  readonly revision: number;
  readonly type: ChangeType;
  /** Namespace (may be empty) and name: `ns/name`. */
  readonly key: string;
  /** The object at this moment; for a deletion, its last state. */
  readonly state: Revision;
  /** Milliseconds since the epoch; 0 if unknown. */
  readonly at: number;
}

/** `ns/name`; `/name` for cluster-scoped objects. */
export const keyOf = (meta: { namespace?: string | undefined; name?: string | undefined }): string =>
  `${meta.namespace ?? ""}/${meta.name ?? ""}`;

const isChange = (type: unknown): type is ChangeType => type === "ADDED" || type === "MODIFIED" || type === "DELETED";

/** The moment for a watch event; undefined for bookmarks, errors and revisions that are not numbers. */
export function momentOf(type: unknown, object: ApiObject): Moment | undefined {
  const resourceVersion = object.metadata?.resourceVersion ?? "";
  const revision = Number(resourceVersion);
  if (!isChange(type) || !Number.isSafeInteger(revision) || revision <= 0) return undefined;
  const state = { resourceVersion, object, seen: 0, deleted: type === "DELETED" };
  return {
    revision,
    type,
    key: keyOf(object.metadata),
    state,
    at: type === "DELETED" ? deletionTime(object) : stateTime(object),
  };
}

/** Appends moments in order, skipping known ones. Keeps the latest `cap`. */
export function withMoments(moments: readonly Moment[], more: readonly Moment[], cap: number): readonly Moment[] {
  const last = moments.at(-1)?.revision ?? 0;
  const fresh = more.filter((moment) => moment.revision > last);
  return fresh.length === 0 ? moments : [...moments, ...fresh].slice(-cap);
}

/** The moments of one object, oldest first. */
export const historyOf = (moments: readonly Moment[], key: string): Moment[] =>
  moments.filter((moment) => moment.key === key);

/** The state of an object at a revision. @param states newest first */
export const stateAt = (states: readonly Revision[], revision: number): Revision | undefined =>
  states.find((state) => Number(state.resourceVersion) <= revision);

/** A copy of the moment with a time from another source, such as the journal. */
export const madeAt = (moment: Moment, at: number): Moment => ({
  ...moment,
  at,
  state: moment.type === "DELETED" ? { ...moment.state, seen: at } : moment.state,
});
