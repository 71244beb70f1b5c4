/** The author and time of an object's state, as far as its managedFields record them. */

import { deepEqual } from "../../shared/collections/deepEqual.ts";
import { maxOf } from "../../shared/collections/extremes.ts";
import type { ApiObject } from "../../shared/object.ts";

/** Milliseconds since the epoch; 0 for an invalid time. */
const timeOf = (text: string | null | undefined): number => Date.parse(text ?? "") || 0;

/**
 * The author of a state: the manager whose entry is new or differs from the previous state, else the one with the
 * newest time, which has a resolution of one second.
 */
export function lastManager(object: ApiObject, before?: ApiObject): string {
  const entries = object.metadata.managedFields ?? [];
  const known = before?.metadata.managedFields ?? [];
  const changed = entries.filter((entry) => !known.some((other) => deepEqual(other, entry)));
  const candidates = before === undefined || changed.length === 0 ? entries : changed;
  const times = candidates.map((entry) => timeOf(entry.time));
  const newest = candidates[times.lastIndexOf(maxOf(times))];
  if (newest === undefined) return "";
  return newest.subresource ? `${newest.manager ?? ""}/${newest.subresource}` : (newest.manager ?? "");
}

/**
 * The time when the deletion of an object was requested, in milliseconds. 0 if its last state does not record it: an
 * object without finalizers or grace period is removed at once, and no field records the time.
 */
export function deletionTime({ metadata }: ApiObject): number {
  const due = timeOf(metadata.deletionTimestamp);
  return due === 0 ? 0 : due - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

/** The time of the state in milliseconds; 0 if the object does not record it. */
export function stateTime(object: ApiObject): number {
  const { creationTimestamp, deletionTimestamp, managedFields } = object.metadata;
  const times = [creationTimestamp, deletionTimestamp, ...(managedFields ?? []).map((entry) => entry.time)];
  return maxOf(times.map(timeOf));
}
