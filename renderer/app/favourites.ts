import { useSyncExternalStore } from "react";
import { createKeptNames } from "../settings/keptNames.ts";

/** Kinds that stand at the top of the sidebar, by their key; kept on this machine, for all clusters. */
export const favourites = createKeptNames("orrery.favourites");

/** The favourites, in step with other windows. */
export const useFavourites = (): readonly string[] => useSyncExternalStore(favourites.subscribe, favourites.read);
