/**
 * Typed text that was not applied yet, kept on this machine (secrets: in this window's memory, see `draftStorage.ts`) until it is applied or discarded: per object and window, so that no
 * window overwrites or removes what was typed in another.
 */

import type { DraftStorage } from "./draftStorage.ts";

interface Draft {
  text: string;
  /** The text that the editing began with; tells whether the server's object changed since. */
  base: string;
  /** Milliseconds. */
  at: number;
}

/** Where a window keeps its draft of one object. */
export interface DraftPlace {
  cluster: string;
  path: string;
  /** Id of the window, the same after a reload. */
  window: string;
}

/** What the keys of all drafts of an object begin with; neither ids nor paths hold a blank. */
const prefixOf = ({ cluster, path }: DraftPlace): string => `orrery.draft.${cluster}:${path} `;
const keyOf = (place: DraftPlace): string => prefixOf(place) + place.window;

function readAt(storage: DraftStorage, key: string): Draft | undefined {
  try {
    const value = JSON.parse(storage.getItem(key) ?? "null") as Partial<Draft> | null;
    if (value === null || typeof value.text !== "string" || typeof value.base !== "string") return undefined;
    return { text: value.text, base: value.base, at: typeof value.at === "number" ? value.at : 0 };
  } catch {
    return undefined;
  }
}

/**
 * The window's draft of an object; else the youngest of those that other windows left, which is this one's from then on. A
 * window that still shows it keeps it again when it goes on. Undefined when there is none or it cannot be read.
 */
export function takeDraft(storage: DraftStorage, place: DraftPlace): Draft | undefined {
  const own = readAt(storage, keyOf(place));
  if (own !== undefined) return own;
  const prefix = prefixOf(place);
  let youngest: { key: string; draft: Draft } | undefined;
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i) ?? "";
    const draft = key.startsWith(prefix) ? readAt(storage, key) : undefined;
    if (draft !== undefined && (youngest === undefined || draft.at > youngest.draft.at)) youngest = { key, draft };
  }
  if (youngest === undefined) return undefined;
  if (writeDraft(storage, place, youngest.draft)) storage.removeItem(youngest.key);
  return youngest.draft;
}

/**
 * Keeps a draft; text equal to its base is no draft and removes it. A full storage is no reason to fail: the text stays in
 * the editor, only its copy is missing.
 *
 * @returns whether what is stored is what was handed in
 */
export function writeDraft(storage: DraftStorage, place: DraftPlace, draft: Draft): boolean {
  if (draft.text === draft.base) {
    dropDraft(storage, place);
    return true;
  }
  try {
    storage.setItem(keyOf(place), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(storage: DraftStorage, place: DraftPlace): void {
  storage.removeItem(keyOf(place));
}
