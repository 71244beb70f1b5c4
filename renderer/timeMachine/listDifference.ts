/** The differences of a list between two of its moments. */
import type { Revision } from "../resources/live/objectStore.ts";
import type { Moment } from "./moments.ts";

export interface Difference {
  /** `ns/name`, as in a moment. */
  readonly key: string;
  readonly kind: "created" | "modified" | "deleted" | "replaced";
  /** Number of changes of the object in between. */
  readonly changes: number;
  /** The earlier state; undefined if the object did not exist, or its state is no longer known. */
  readonly before: Revision | undefined;
  /** The later state; undefined if the object was deleted. */
  readonly after: Revision | undefined;
  /** Time of the last change, in milliseconds since the epoch; 0 if unknown. */
  readonly at: number;
}

/**
 * The differences by object key. Objects that were created and deleted again in between are omitted.
 *
 * @param moments all known moments, in order of revision
 * @param from the revision of the earlier moment, whose own change is not included
 * @param to the revision of the later moment
 */
export function listDifference(moments: readonly Moment[], from: number, to: number): Difference[] {
  const before = new Map<string, Moment>();
  const between = new Map<string, Moment[]>();
  for (const moment of moments) {
    if (moment.revision <= from) before.set(moment.key, moment);
    else if (moment.revision <= to) {
      const known = between.get(moment.key);
      if (known === undefined) between.set(moment.key, [moment]);
      else known.push(moment);
    }
  }
  const differences: Difference[] = [];
  for (const [key, changes] of between) {
    const [first] = changes;
    const last = changes.at(-1);
    if (first === undefined || last === undefined) continue;
    const wasThere = first.type !== "ADDED";
    const isThere = last.type !== "DELETED";
    if (!wasThere && !isThere) continue;
    const isNew = changes.some((change) => change.type === "ADDED");
    const known = before.get(key);
    differences.push({
      key,
      kind: !wasThere ? "created" : !isThere ? "deleted" : isNew ? "replaced" : "modified",
      changes: changes.length,
      before: wasThere && known?.type !== "DELETED" ? known?.state : undefined,
      after: isThere ? last.state : undefined,
      at: last.at,
    });
  }
  return differences.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Objects that do not exist at the last moment, the latest deletion first. */
export function deletedIn(moments: readonly Moment[]): Moment[] {
  const last = new Map<string, Moment>();
  for (const moment of moments) last.set(moment.key, moment);
  return [...last.values()].filter(({ type }) => type === "DELETED").sort((a, b) => b.revision - a.revision);
}
