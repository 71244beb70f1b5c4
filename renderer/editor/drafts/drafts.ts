/**
 * Typed text that the user has not applied yet, stored on this machine (secrets: in this window's memory, see
 * `draftStorage.ts`) until they apply or discard it: per object and window, so that no window overwrites or removes the
 * text of another.
 */

import type { DraftStorage } from "./draftStorage.ts";

interface Draft {
  text: string;
  /** The base of the edit; shows whether the server's object has changed since. */
  base: string;
  /** Milliseconds. */
  at: number;
}

/** The place of a window's draft of one object. */
export interface DraftPlace {
  cluster: string;
  path: string;
  /** Id of the window, the same after a reload. */
  window: string;
}

/** The common prefix of the keys of an object's drafts; neither ids nor paths contain a space. */
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
 * The window's draft of an object; else the latest draft of another window, which then belongs to this window. If that
 * window is still open, it stores its draft again when its user continues to type. Undefined when there is none or it
 * cannot be read.
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
 * Stores a draft; removes it when the text equals its base. Ignores a full storage: the text stays in the editor, only
 * the stored copy is missing.
 *
 * @returns whether the draft was stored
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
