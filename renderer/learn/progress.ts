/** Which steps are done, per cluster, kept on this machine. */
type Progress = Readonly<Record<string, readonly string[]>>;

/** What is used of the browser's storage. */
type Shelf = Pick<Storage, "getItem" | "setItem">;

const keyOf = (cluster: string): string => `orrery.lessons.${cluster}`;

/** Reads what is kept; what cannot be read counts as nothing done. */
export function readProgress(cluster: string, shelf: Shelf = localStorage): Progress {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(keyOf(cluster)) ?? "{}");
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

/** Keeps a lesson's done steps. @returns the progress as it then is */
export function writeProgress(
  cluster: string,
  lesson: string,
  steps: readonly string[],
  shelf: Shelf = localStorage,
): Progress {
  const next = { ...readProgress(cluster, shelf), [lesson]: [...new Set(steps)] };
  try {
    shelf.setItem(keyOf(cluster), JSON.stringify(next));
  } catch {
    // The storage is full: what is done counts until the page is left.
  }
  return next;
}
