/** Who made a state of an object, and when: as far as the record of managed fields tells. */

import { deepEqual } from "../../shared/deepEqual.ts";
import { maxOf } from "../../shared/extremes.ts";
import type { ApiObject } from "../../shared/object.ts";

/** In milliseconds; 0 for what is no time. */
const timeOf = (text: string | null | undefined): number => Date.parse(text ?? "") || 0;

/**
 * Who made this state: the manager whose entry is new or other than in the state before, else the one with the newest
 * time, which is whole seconds only.
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

/** When the state was made, in milliseconds; 0 when the object does not tell. */
export function stateTime(object: ApiObject): number {
  const { creationTimestamp, deletionTimestamp, managedFields } = object.metadata;
  const times = [creationTimestamp, deletionTimestamp, ...(managedFields ?? []).map((entry) => entry.time)];
  return maxOf(times.map(timeOf));
}
