/**
 * Saved views: lists as the user configured them, with a name, the kind, and the settings in the list's address. Stored
 * on this machine, for all clusters.
 */
import { useSyncExternalStore } from "react";
import { createPersisted } from "../../localSettings/persistedValue.ts";

export interface SavedView {
  /** Unique id, usable as a path segment; also the key of other data stored for the view. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Query of the address, without temporary parameters. */
  readonly query: string;
}

/** Maximum number of saved views. */
export const MAX_VIEWS = 60;
export const LONGEST_VIEW_NAME = 60;
const LONGEST_QUERY = 4_000;

/** Query parameters of a list that belong to a saved view. */
const KEPT = ["ns", "q", "sort", "labels", "fields", "unhealthy", "clusters"];

/** The query parameters that a view keeps, always in the same order. */
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

/** Decodes stored views; ignores everything that is not a view. */
export function decodeViews(text: string | undefined): readonly SavedView[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MAX_VIEWS).flatMap((entry: unknown): SavedView[] => {
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

const kept = createPersisted<readonly SavedView[]>({
  key: "orrery.views",
  decode: decodeViews,
  encode: (views) => JSON.stringify(views),
});

export const savedViews = {
  ...kept,
  /** Stores a view; replaces the view with the same id. */
  save(view: SavedView): void {
    const others = kept.read().filter(({ id }) => id !== view.id);
    kept.write([...others, view].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_VIEWS));
  },
  remove(id: string): void {
    kept.write(kept.read().filter((view) => view.id !== id));
  },
};

/** The saved views by name, synchronised with other windows. */
export const useSavedViews = (): readonly SavedView[] => useSyncExternalStore(kept.subscribe, kept.read);
