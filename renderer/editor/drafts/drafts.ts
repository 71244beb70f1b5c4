/**
 * Unapplied text, kept per object and window until the user applies or discards it; stored on this machine
 * (confidential text: in the window's memory, see `draftStorage.ts`). No window overwrites or removes the text of
 * another.
 */

import type { DraftStorage } from "./draftStorage.ts";

interface Draft {
  text: string;
  /** The text that the edit started from; used to detect whether the object has changed since. */
  base: string;
  /** Time of the last change, in milliseconds since the epoch. */
  at: number;
}

/** Identifies a window's draft of an object. */
export interface DraftPlace {
  cluster: string;
  path: string;
  /** Id of the window, unchanged by a reload. */
  window: string;
}

/** The common prefix of the keys of an object's drafts. Neither ids nor paths contain spaces. */
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
 * The window's draft of an object; otherwise the latest draft of another window, which moves to this window. If the
 * other window is still open, it stores its draft again when its user continues to type. Undefined if there is none or
 * it cannot be parsed.
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
 * Stores a draft; removes it when the text equals its base. Ignores a full storage: the text remains in the editor, and
 * only the stored copy is missing.
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
