/** The edited text and the server's state. Pure: the hook around it stores drafts. */
import { mergedText, mergeTexts } from "./diff/merge3.ts";

export interface EditingState {
  text: string;
  /** The base of the edit. */
  base: string;
  /** Grows with every change that is not typed. */
  revision: number;
  /**
   * The server answered a write with `text`, while `instead` is still the last read text; absent once a newer text is
   * read.
   */
  written?: { instead: string; text: string } | undefined;
}

export const isDirty = (state: EditingState): boolean => state.text !== state.base;

/** The server's text, as far as known. @param read the last read text */
export const serverTextOf = (state: EditingState, read: string): string =>
  state.written?.instead === read ? state.written.text : read;

/** Handles a new read: an unchanged text follows it, a typed text stays. */
export function follow(state: EditingState, read: string): EditingState {
  const known =
    state.written !== undefined && state.written.instead !== read ? { ...state, written: undefined } : state;
  const now = serverTextOf(known, read);
  if (known.base === now) return known;
  if (known.text === now) return { ...known, base: now };
  if (isDirty(known)) return known;
  return { ...known, text: now, base: now, revision: known.revision + 1 };
}

/** Starts over with this text. */
export const restart = (state: EditingState, text: string): EditingState => ({
  ...state,
  text,
  base: text,
  revision: state.revision + 1,
});

/**
 * Handles an accepted write. Text that the user typed during the write stays, and the stored object is merged into it;
 * where the merge has conflicts, the sent text becomes the base, and the text counts as overtaken.
 *
 * @param sent the sent text
 * @param stored the stored object
 * @param read the last read text, from before the write
 */
export function settle(state: EditingState, sent: string, stored: string, read: string): EditingState {
  const written = stored === read ? undefined : { instead: read, text: stored };
  if (state.text === sent) return { ...restart(state, stored), written };
  const merge = mergeTexts(sent, stored, state.text);
  if (merge === undefined || merge.conflicts.length > 0) return { ...state, base: sent, written };
  return {
    text: mergedText(state.text, merge.changes, []),
    base: stored,
    revision: state.revision + 1,
    written,
  };
}
