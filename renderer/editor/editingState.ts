/** The edited text and the server's state. Pure: the hook around it stores drafts. */

export interface EditingState {
  text: string;
  /** The text that the edit started from. */
  base: string;
  /** Increases with every change other than typing. */
  revision: number;
  /**
   * Set after a write: the server returned `text`, while the last read text is still `instead`; absent once a newer
   * text is read.
   */
  written?: { instead: string; text: string } | undefined;
}

export const isDirty = (state: EditingState): boolean => state.text !== state.base;

/** The server's text, as far as known. @param read the last text read */
export const serverTextOf = (state: EditingState, read: string): string =>
  state.written?.instead === read ? state.written.text : read;

/** Handles newly read text: unedited text is updated, edited text stays. */
export function follow(state: EditingState, read: string): EditingState {
  const known =
    state.written !== undefined && state.written.instead !== read ? { ...state, written: undefined } : state;
  const now = serverTextOf(known, read);
  if (known.base === now) return known;
  if (known.text === now) return { ...known, base: now };
  if (isDirty(known)) return known;
  return { ...known, text: now, base: now, revision: known.revision + 1 };
}

/** Starts over with the given text. */
export const restart = (state: EditingState, text: string): EditingState => ({
  ...state,
  text,
  base: text,
  revision: state.revision + 1,
});

/**
 * Handles a successful write. If the user typed during the write, the stored object is merged into the text; if that
 * is impossible, the sent text becomes the base, and the text counts as outdated.
 *
 * @param sent the sent text
 * @param stored the stored object
 * @param read the last text read before the write
 * @param merged a text typed during the write, and its merge with the stored object, if there is one
 */
export function settle(
  state: EditingState,
  { sent, stored, read }: Readonly<Record<"sent" | "stored" | "read", string>>,
  merged?: { readonly typed: string; readonly text: string | undefined },
): EditingState {
  const written = stored === read ? undefined : { instead: read, text: stored };
  if (state.text === sent) return { ...restart(state, stored), written };
  if (merged?.text === undefined || merged.typed !== state.text) return { ...state, base: sent, written };
  return { text: merged.text, base: stored, revision: state.revision + 1, written };
}
