/**
 * Lists as the user set them up, under a name: which kind, and all that the address of the list says. Kept on this machine, for
 * all clusters.
 */
import { useSyncExternalStore } from "react";
import { createKept } from "../../localSettings/kept.ts";

export interface SavedView {
  /** One path segment; the key of what else is kept of the view. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Query of the address, without what is only of the moment. */
  readonly query: string;
}

/** So many are kept. */
export const MOST_VIEWS = 60;
export const LONGEST_VIEW_NAME = 60;
const LONGEST_QUERY = 4_000;

/** What an address says of a list that belongs to a view. */
const KEPT = ["ns", "q", "sort", "labels", "fields", "unhealthy", "clusters"];

/** What of the query of an address a view keeps, always in the same order. */
export function viewQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = search.get(name);
    if (value !== null && value !== "") kept.set(name, value);
  }
  return kept.toString();
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;

/** Reads kept views; whatever is none counts as nothing. */
export function decodeViews(text: string | undefined): readonly SavedView[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MOST_VIEWS).flatMap((entry: unknown): SavedView[] => {
    const { id, name, group, version, resource, query } = (entry ?? {}) as Record<string, unknown>;
    const isView =
      isText(id, 60) &&
      /^[\w-]+$/.test(id) &&
      isText(name, LONGEST_VIEW_NAME) &&
      name !== "" &&
      isText(group, 300) &&
      isText(version, 100) &&
      isText(resource, 300) &&
      isText(query, LONGEST_QUERY);
    return isView ? [{ id, name, group, version, resource, query: viewQuery(new URLSearchParams(query)) }] : [];
  });
}

const kept = createKept<readonly SavedView[]>({
  key: "orrery.views",
  decode: decodeViews,
  encode: (views) => JSON.stringify(views),
});

export const savedViews = {
  ...kept,
  /** Keeps a view; it takes the place of the one with its id. */
  save(view: SavedView): void {
    const others = kept.read().filter(({ id }) => id !== view.id);
    kept.write([...others, view].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_VIEWS));
  },
  remove(id: string): void {
    kept.write(kept.read().filter((view) => view.id !== id));
  },
};

/** The saved views, by name, in step with other windows. */
export const useSavedViews = (): readonly SavedView[] => useSyncExternalStore(kept.subscribe, kept.read);
