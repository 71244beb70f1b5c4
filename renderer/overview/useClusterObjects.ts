import { useMemo } from "react";
import type { ApiObject } from "../../shared/object.ts";
import type { ListState } from "../api/lists/listState.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useReportedCount } from "../app/sidebar/kindCounts.ts";
import { namespacesToRead } from "../resources/live/namespacesToRead.ts";
import { useLiveObjects } from "../resources/live/useLiveObjects.ts";
import { KIND_TYPES } from "./kindTypes.ts";
import type { Kind } from "./model/objectFinding.ts";

/** One live list of whole objects. */
export interface LiveKind {
  readonly objects: readonly ApiObject[];
  readonly state: ListState;
  /** Whether the server serves the kind at all. */
  readonly served: boolean;
  retry(): void;
}

export type LiveKinds = Readonly<Record<Kind | "ResourceQuota" | "Event", LiveKind>>;

interface Collection {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly fieldSelector?: string;
}

/** Objects of one kind in the chosen namespaces, watched. */
function useKind({ group, resource, kind, fieldSelector }: Collection): LiveKind {
  const { cluster, types, namespaces } = useClusterScope();
  const type = types.find((each) => each.group === group && each.resource === resource && each.verbs.includes("watch"));
  const namespace = type?.namespaced === true ? namespacesToRead(namespaces).join(",") : "";
  const collection = { group, version: type?.version ?? "v1", resource, namespace };
  const live = useLiveObjects(
    { cluster: cluster.id, collection, kind, fieldSelector },
    { enabled: type !== undefined },
  );
  const several = namespace === "" && type?.namespaced === true ? namespaces : "";
  const objects = useMemo(() => {
    if (several === "") return live.objects;
    const wanted = new Set(several.split(","));
    return live.objects.filter(({ metadata }) => wanted.has(metadata.namespace ?? ""));
  }, [live.objects, several]);
  const isWhole = fieldSelector === undefined && (live.state.phase === "live" || live.state.phase === "empty");
  useReportedCount(type, type?.namespaced === true ? namespaces : "", isWhole ? objects.length : undefined);
  return { objects, state: live.state, served: type !== undefined, retry: live.retry };
}

/** All objects of the overview. */
export function useClusterObjects(): LiveKinds {
  return {
    Pod: useKind(KIND_TYPES.Pod),
    Deployment: useKind(KIND_TYPES.Deployment),
    StatefulSet: useKind(KIND_TYPES.StatefulSet),
    DaemonSet: useKind(KIND_TYPES.DaemonSet),
    Job: useKind(KIND_TYPES.Job),
    Node: useKind(KIND_TYPES.Node),
    PersistentVolumeClaim: useKind(KIND_TYPES.PersistentVolumeClaim),
    ResourceQuota: useKind({ group: "", resource: "resourcequotas", kind: "ResourceQuota" }),
    Event: useKind({ group: "", resource: "events", kind: "Event", fieldSelector: "type=Warning" }),
  };
}
