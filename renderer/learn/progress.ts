/** The finished steps per lesson, stored per cluster on this machine. */
type Progress = Readonly<Record<string, readonly string[]>>;

/** The part of the browser's storage that is used here. */
type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

const keyOf = (cluster: string): string => `orrery.lessons.${cluster}`;

/** Reads the stored progress; empty if it cannot be parsed. */
export function readProgress(cluster: string, storage: KeyValueStorage = localStorage): Progress {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(cluster)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([, steps]) => Array.isArray(steps) && steps.every((step) => typeof step === "string"),
      ),
    );
  } catch {
    return {};
  }
}

/** Stores a lesson's finished steps. @returns the new progress */
export function writeProgress(
  cluster: string,
  lesson: string,
  steps: readonly string[],
  storage: KeyValueStorage = localStorage,
): Progress {
  const next = { ...readProgress(cluster, storage), [lesson]: [...new Set(steps)] };
  try {
    storage.setItem(keyOf(cluster), JSON.stringify(next));
  } catch {
    // The storage is full: the progress is kept until the user leaves the page.
  }
  return next;
}
