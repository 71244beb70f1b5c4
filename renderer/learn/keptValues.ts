/**
 * Values from earlier responses that later steps of a lesson need, such as a pod's name. Stored until the window
 * closes, so that they survive reloads and visits to other pages.
 */
import type { Kept } from "../../shared/lessons/checkEngine.ts";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

const keyOf = (cluster: string, lesson: string): string => `orrery.lessonValues.${cluster}.${lesson}`;

/** Reads the stored values; empty if they cannot be parsed. */
export function readKept(cluster: string, lesson: string, storage: KeyValueStorage = sessionStorage): Kept {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(cluster, lesson)) ?? "{}");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Stores the values of a lesson. @returns the same values */
export function writeKept(
  cluster: string,
  lesson: string,
  kept: Kept,
  storage: KeyValueStorage = sessionStorage,
): Kept {
  try {
    storage.setItem(keyOf(cluster, lesson), JSON.stringify(kept));
  } catch {
    // The storage is full: the values are kept until the user leaves the page.
  }
  return kept;
}
