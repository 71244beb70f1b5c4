/** What is different in a list between two of its moments. */
import type { Revision } from "../resources/live/objectStore.ts";
import type { Moment } from "./moments.ts";

export interface Difference {
  /** `ns/name`, as of a moment. */
  readonly key: string;
  readonly kind: "created" | "modified" | "deleted" | "replaced";
  /** Changes of it in between. */
  readonly changes: number;
  /** As it was; undefined where it was not there, or is not known any more. */
  readonly before: Revision | undefined;
  /** As it became; undefined where it is gone. */
  readonly after: Revision | undefined;
  /** When it changed last, in milliseconds since the epoch; 0 where nothing tells. */
  readonly at: number;
}

/**
 * By key. What was made and deleted again in between is no difference.
 *
 * @param moments all that is known, in order of revision
 * @param from the revision of the earlier moment; what happened there has happened already
 * @param to the revision of the later one
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

/** Objects that are gone as of the last moment, the latest first. */
export function deletedIn(moments: readonly Moment[]): Moment[] {
  const last = new Map<string, Moment>();
  for (const moment of moments) last.set(moment.key, moment);
  return [...last.values()].filter(({ type }) => type === "DELETED").sort((a, b) => b.revision - a.revision);
}
