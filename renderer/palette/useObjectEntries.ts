import { useMemo } from "react";
import { useNavigate } from "react-router";
import { typeKey } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import type { SidebarEntry } from "../app/sidebar/sidebarGroups.ts";
import { objectUrl } from "../app/urls.ts";
import { MAX_NAMES } from "./objectNames.ts";
import type { PaletteEntry } from "./paletteEntry.ts";
import { searchableKinds } from "./searchableKinds.ts";
import { useObjectNames } from "./useObjectNames.ts";

export interface ObjectEntries {
  readonly entries: readonly PaletteEntry[];
  readonly searching: boolean;
  /** Kinds with too many objects to find all of them by a part of their name. */
  readonly partial: readonly string[];
  /** Number of objects of such a kind that can be found by a part of their name. */
  readonly most: number;
}

/** The cluster's objects, for a search by name. */
export function useObjectEntries(kinds: readonly SidebarEntry[], query: string): ObjectEntries {
  const navigate = useNavigate();
  const { cluster } = useClusterScope();
  const searched = useMemo(() => searchableKinds(kinds), [kinds]);
  const types = useMemo(() => searched.map(({ type }) => type), [searched]);
  const { names, searching } = useObjectNames(types, query);
  return useMemo(() => {
    const entries: PaletteEntry[] = [];
    for (const type of types) {
      const key = typeKey(type);
      const words = [type.singular, ...type.shortNames];
      for (const object of names[key]?.names ?? []) {
        entries.push({
          id: `object ${key} ${object.namespace}/${object.name}`,
          group: "objects",
          title: object.name,
          words,
          icon: "arrowRight",
          note: object.namespace === "" ? type.kind : `${type.kind} · ${object.namespace}`,
          run: () => void navigate(objectUrl(cluster.id, type, object)),
        });
      }
    }
    const partial = searched.filter(({ key }) => names[key]?.partial === true).map(({ label }) => label);
    return { entries, searching, partial, most: MAX_NAMES };
  }, [names, types, searched, searching, navigate, cluster.id]);
}
