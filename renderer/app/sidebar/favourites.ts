import { useSyncExternalStore } from "react";
import { createPersistedNames } from "../../settings/persistedNames.ts";

/** Kinds at the top of the sidebar, by their key; stored on this machine, for all clusters. */
export const favourites = createPersistedNames("orrery.favourites");

/** The favourites, synchronised with other windows. */
export const useFavourites = (): readonly string[] => useSyncExternalStore(favourites.subscribe, favourites.read);
