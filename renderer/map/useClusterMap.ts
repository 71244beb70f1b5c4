import { useMemo, useRef } from "react";
import { useClusterScope } from "../app/clusterContext.ts";
import { typeOfReference } from "../resources/related/dependents.ts";
import { useClusterNow } from "../sandbox/useSimulation.ts";
import { Adjacency } from "./model/adjacency.ts";
import { buildMap } from "./model/buildMap.ts";
import type { ClusterMap } from "./model/clusterMap.ts";
import { type Filtered, filterMap, type MapFilter } from "./model/filterMap.ts";
import { foldedGroups, isLarge } from "./model/folding.ts";
import { filterGroups, groupMap, type MapGroup } from "./model/grouping.ts";
import { mapKindType } from "./model/kinds.ts";
import { layoutMap, type MapLayout } from "./model/layout.ts";
import type { MapObjects } from "./useMapObjects.ts";

/** Milliseconds between two evaluations of states that depend on time. */
const REFRESH_INTERVAL = 5_000;

export interface DrawnMap {
  readonly whole: ClusterMap;
  readonly shown: Filtered;
  readonly adjacency: Adjacency;
  readonly groups: readonly MapGroup[];
  readonly layout: MapLayout;
}

/** The objects as a filtered graph with its layout. */
export function useClusterMap(live: MapObjects, filter: MapFilter, toggled: ReadonlySet<string>): DrawnMap {
  const { vocabulary, types } = useClusterScope();
  const now = useClusterNow(REFRESH_INTERVAL);
  const large = useRef(false);
  const whole = useMemo(
    () =>
      buildMap({
        objects: live.objects,
        now,
        isKnown: live.isKnown,
        groupOf: (kind) => vocabulary.render(mapKindType(kind).group),
        isNamespaced: (reference) => typeOfReference(types, reference)?.namespaced ?? true,
      }),
    [live.objects, live.isKnown, now, vocabulary, types],
  );
  const wholeAdjacency = useMemo(() => new Adjacency(whole.edges), [whole]);
  const allGroups = useMemo(() => {
    const keys = ["instance", "name"].map((name) => vocabulary.render(`app.{labelDomain}/${name}`));
    return groupMap(whole, wholeAdjacency, [...keys, "app"]);
  }, [whole, wholeAdjacency, vocabulary]);
  const shown = useMemo(() => filterMap(whole, wholeAdjacency, filter), [whole, wholeAdjacency, filter]);
  const adjacency = useMemo(() => new Adjacency(shown.edges), [shown]);
  const groups = useMemo(() => filterGroups(allGroups, shown.nodes), [allGroups, shown]);
  const layout = useMemo(() => {
    large.current = isLarge(shown.nodes.length, large.current);
    return layoutMap(groups, adjacency, foldedGroups(groups, large.current, toggled));
  }, [groups, adjacency, shown, toggled]);
  return { whole, shown, adjacency, groups, layout };
}
