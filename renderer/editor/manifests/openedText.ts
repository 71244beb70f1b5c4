/** Texts of opened files on their way to the page for new objects. They are kept until the window closes. */

const texts = new Map<number, string>();
let last = 0;

/** Navigation state that identifies an opened text. */
export interface OpenedState {
  opened: number;
}

/** Keeps a text for a navigation with the returned state. Only the latest few are kept. */
export function keepOpened(text: string): OpenedState {
  last += 1;
  texts.set(last, text);
  texts.delete(last - 8);
  return { opened: last };
}

/** The text that a navigation's state refers to. `text` is missing if it was opened before a reload of the page. */
export interface OpenedText {
  id: number;
  text: string | undefined;
}

/** @param state of the location; may be anything */
export function openedIn(state: unknown): OpenedText | undefined {
  const id = (state as Partial<OpenedState> | null | undefined)?.opened;
  return typeof id === "number" ? { id, text: texts.get(id) } : undefined;
}
