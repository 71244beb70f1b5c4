/** The text being edited, against what the server has. Pure: the hook around it keeps drafts. */
import { mergedText, mergeTexts } from "./merge3.ts";

export interface EditingState {
  text: string;
  /** What the editing began with. */
  base: string;
  /** Grows with every change that does not come from typing. */
  revision: number;
  /** A write was answered with `text`, while `instead` is still what was read last; until something newer is read. */
  written?: { instead: string; text: string } | undefined;
}

export const isDirty = (state: EditingState): boolean => state.text !== state.base;

/** What the server has, as far as one knows. @param read as it was read last */
export const serverTextOf = (state: EditingState, read: string): string =>
  state.written?.instead === read ? state.written.text : read;

/** Something was read: untouched text follows it, typed text stays. */
export function follow(state: EditingState, read: string): EditingState {
  const known =
    state.written !== undefined && state.written.instead !== read ? { ...state, written: undefined } : state;
  const now = serverTextOf(known, read);
  if (known.base === now) return known;
  if (known.text === now) return { ...known, base: now };
  if (isDirty(known)) return known;
  return { ...known, text: now, base: now, revision: known.revision + 1 };
}

/** Begins anew with this text. */
export const restart = (state: EditingState, text: string): EditingState => ({
  ...state,
  text,
  base: text,
  revision: state.revision + 1,
});

/**
 * A write was accepted. What was typed while it was under way stays: what the server made of the write is merged into it; where
 * that cannot be decided, the text goes on from what was sent and counts as overtaken.
 *
 * @param sent the text that was written
 * @param stored what the server made of it
 * @param read what was read last, before the write is seen there
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
