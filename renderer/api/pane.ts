/**
 * The two panes of a window (renderer/panes): each is a separate console with its own page and impersonated subject.
 */
export const PANES = ["left", "right"] as const;
export type PaneName = (typeof PANES)[number];

/** The pane of this document; undefined for a window without panes, and in workers and tests. */
export function paneName(): PaneName | undefined {
  if (typeof window === "undefined" || window.parent === window) return undefined;
  return PANES.find((name) => name === window.name);
}

/**
 * A per-pane key for the session storage, which both panes and their window share.
 * @param pane default: this document's
 */
export const paneKey = (key: string, pane: PaneName | undefined = paneName()): string =>
  pane === undefined ? key : `${key}@${pane}`;
