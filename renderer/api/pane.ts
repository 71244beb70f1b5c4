/** The two panes of a window (renderer/panes): each is a console of its own, with a page and a subject of its own. */
export const PANES = ["left", "right"] as const;
export type PaneName = (typeof PANES)[number];

/** Which pane this document is; undefined for a window of its own, and outside of pages. */
export function paneName(): PaneName | undefined {
  if (typeof window === "undefined" || window.parent === window) return undefined;
  return PANES.find((name) => name === window.name);
}

/**
 * A key of the session's storage, which both panes and their window share, for what each of them keeps for itself.
 * @param pane default: this document's
 */
export const paneKey = (key: string, pane: PaneName | undefined = paneName()): string =>
  pane === undefined ? key : `${key}@${pane}`;
