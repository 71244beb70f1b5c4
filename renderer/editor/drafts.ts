/** Typed text that was not applied yet, kept per object on this machine until it is applied or discarded. */

interface Draft {
  text: string;
  /** The text that the editing began with; tells whether the server's object changed since. */
  base: string;
  /** Milliseconds. */
  at: number;
}

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (cluster: string, path: string): string => `orrery.draft.${cluster}:${path}`;

/** The kept draft of an object; undefined when there is none or it cannot be read. */
export function readDraft(storage: DraftStorage, cluster: string, path: string): Draft | undefined {
  try {
    const value = JSON.parse(storage.getItem(keyOf(cluster, path)) ?? "null") as Partial<Draft> | null;
    if (value === null || typeof value.text !== "string" || typeof value.base !== "string") return undefined;
    return { text: value.text, base: value.base, at: typeof value.at === "number" ? value.at : 0 };
  } catch {
    return undefined;
  }
}

/** Keeps a draft; text equal to its base is no draft and removes it. A full storage is no reason to fail. */
export function writeDraft(storage: DraftStorage, cluster: string, path: string, draft: Draft): void {
  if (draft.text === draft.base) {
    dropDraft(storage, cluster, path);
    return;
  }
  try {
    storage.setItem(keyOf(cluster, path), JSON.stringify(draft));
  } catch {
    // The text stays in the editor; only its copy is missing.
  }
}

export function dropDraft(storage: DraftStorage, cluster: string, path: string): void {
  storage.removeItem(keyOf(cluster, path));
}
