/** Kinds that stand at the top of the sidebar, by their key; kept on this machine, for all clusters. */
import { useSyncExternalStore } from "react";

const KEY = "orrery.favourites";
const listeners = new Set<() => void>();
type FavouriteStorage = Pick<Storage, "getItem" | "setItem">;

let cached = { text: "", keys: [] as readonly string[] };

/** The keys in the order in which they were added; the same array until they change. */
export function readFavourites(storage: Pick<Storage, "getItem">): readonly string[] {
  const text = storage.getItem(KEY) ?? "";
  if (text !== cached.text) cached = { text, keys: text.split("\n").filter((key) => key !== "") };
  return cached.keys;
}

/** Adds a kind, or takes it away. */
export function toggleFavourite(storage: FavouriteStorage, key: string): void {
  const keys = readFavourites(storage);
  const next = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
  storage.setItem(KEY, next.join("\n"));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The favourites, in step with other windows. */
export const useFavourites = (): readonly string[] =>
  useSyncExternalStore(subscribe, () => readFavourites(localStorage));
