import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { realClock } from "../api/clock.ts";
import { nextFrame } from "../api/frame.ts";
import type { ListState } from "../api/lists/listState.ts";
import { onAwake } from "../api/watch/onAwake.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { LiveLists } from "../resources/live/liveLists.ts";
import { namespacesToRead } from "../resources/live/namespacesToRead.ts";
import { type ObjectsQuery, objectSource } from "../resources/live/objectSource.ts";
import { MAP_KIND_NAMES, type MapKind, mapKindType } from "./model/kinds.ts";

/** A list of one kind, in one namespace or in all. */
export interface ReadPart {
  readonly kind: MapKind;
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly state: ListState;
}

export interface MapObjects {
  readonly objects: Readonly<Record<MapKind, readonly ApiObject[]>>;
  readonly parts: readonly ReadPart[];
  /** Whether every list was read or refused. */
  readonly settled: boolean;
  /** Whether all objects of the kind in the namespace were read. */
  isKnown(kind: string, namespace: string): boolean;
  retry(): void;
}

interface PlannedList {
  readonly kind: MapKind;
  readonly namespace: string;
  readonly query: ObjectsQuery;
}

/** All objects of the map in the address's namespaces, watched. */
export function useMapObjects(): MapObjects {
  const { cluster, namespaces } = useClusterScope();
  const plan = usePlan();
  const live = useMemo(
    () =>
      new LiveLists(
        plan.map(({ query }) => objectSource(query)),
        realClock,
        nextFrame,
      ),
    [plan],
  );
  useEffect(() => {
    const stop = live.start();
    const sleepOn = onAwake(cluster.id, () => live.wake());
    return () => {
      stop();
      sleepOn();
    };
  }, [live, cluster.id]);
  const snapshots = useSyncExternalStore(live.subscribe, live.getSnapshot);
  const retry = useCallback(() => live.retry(), [live]);
  return useMemo(() => {
    const wanted = new Set(namespaces === "" ? [] : namespaces.split(","));
    const objects = Object.fromEntries(MAP_KIND_NAMES.map((kind) => [kind, [] as ApiObject[]])) as Record<
      MapKind,
      ApiObject[]
    >;
    const parts = plan.map(({ kind, namespace }, i): ReadPart => {
      const { objects: read, state } = snapshots[i] ?? { objects: [], state: NOT_YET };
      if (state.phase !== "forbidden") {
        for (const object of read) {
          if (wanted.size === 0 || wanted.has(object.metadata.namespace ?? "")) objects[kind].push(object);
        }
      }
      return { kind, namespace, state };
    });
    const known = new Set(parts.filter(({ state }) => isRead(state)).map((part) => `${part.kind}/${part.namespace}`));
    const isWanted = (namespace: string): boolean => wanted.size === 0 || wanted.has(namespace);
    return {
      objects,
      parts,
      settled: parts.every(({ state }) => state.phase !== "loading"),
      isKnown: (kind, namespace) => isWanted(namespace) && (known.has(`${kind}/`) || known.has(`${kind}/${namespace}`)),
      retry,
    };
  }, [snapshots, plan, namespaces, retry]);
}

const NOT_YET: ListState = { phase: "loading", loaded: 0, complete: false, lastContact: 0, attempts: 0 };
const isRead = ({ complete, phase }: ListState): boolean => complete && phase !== "forbidden";

/** The lists to read: for every served kind, one per namespace or one for all. */
function usePlan(): readonly PlannedList[] {
  const { cluster, vocabulary, types, namespaces } = useClusterScope();
  const read = namespacesToRead(namespaces);
  const lists = MAP_KIND_NAMES.flatMap((kind): PlannedList[] => {
    const { group: template, resource, metadataOnly } = mapKindType(kind);
    const group = vocabulary.render(template);
    const served = types.filter((type) => type.group === group && type.resource === resource);
    const type = served.find(({ preferred }) => preferred) ?? served[0];
    if (type?.verbs.includes("list") !== true) return [];
    const { version } = type;
    const partly = metadataOnly ? { metadataGroup: vocabulary.metaGroup } : {};
    return read.map((namespace) => {
      const collection = { group, version, resource, namespace };
      return { kind, namespace, query: { cluster: cluster.id, collection, kind, ...partly } };
    });
  });
  // Discovery is refetched periodically; the lists are read again only if it changed for these kinds.
  const key = JSON.stringify(lists);
  return useMemo(() => JSON.parse(key) as PlannedList[], [key]);
}
