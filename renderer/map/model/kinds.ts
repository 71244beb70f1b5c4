/** The kinds on the map, with their groups and layers. */

/**
 * Layers from left to right: entry points, Services and workload controllers, workloads, objects that they use, and
 * objects that those refer to.
 */
export const LAYER = { entry: 0, front: 1, workload: 2, used: 3, behind: 4, last: 5 } as const;

interface MapKindType {
  /** API group, with the placeholders of the vocabulary. */
  readonly group: string;
  readonly resource: string;
  readonly layer: number;
  /** Whether to read only the metadata. */
  readonly metadataOnly?: true;
}

export const MAP_KINDS = {
  Ingress: { group: "networking.{domain}", resource: "ingresses", layer: LAYER.entry },
  Service: { group: "", resource: "services", layer: LAYER.front },
  HorizontalPodAutoscaler: { group: "autoscaling", resource: "horizontalpodautoscalers", layer: LAYER.front },
  PodDisruptionBudget: { group: "policy", resource: "poddisruptionbudgets", layer: LAYER.front },
  NetworkPolicy: { group: "networking.{domain}", resource: "networkpolicies", layer: LAYER.front },
  Deployment: { group: "apps", resource: "deployments", layer: LAYER.workload },
  StatefulSet: { group: "apps", resource: "statefulsets", layer: LAYER.workload },
  DaemonSet: { group: "apps", resource: "daemonsets", layer: LAYER.workload },
  ReplicaSet: { group: "apps", resource: "replicasets", layer: LAYER.workload },
  CronJob: { group: "batch", resource: "cronjobs", layer: LAYER.workload },
  Job: { group: "batch", resource: "jobs", layer: LAYER.workload },
  Pod: { group: "", resource: "pods", layer: LAYER.workload },
  ConfigMap: { group: "", resource: "configmaps", layer: LAYER.used, metadataOnly: true },
  Secret: { group: "", resource: "secrets", layer: LAYER.used, metadataOnly: true },
  PersistentVolumeClaim: { group: "", resource: "persistentvolumeclaims", layer: LAYER.used },
  ServiceAccount: { group: "", resource: "serviceaccounts", layer: LAYER.used, metadataOnly: true },
  RoleBinding: { group: "rbac.authorization.{domain}", resource: "rolebindings", layer: LAYER.behind },
  Role: { group: "rbac.authorization.{domain}", resource: "roles", layer: LAYER.last, metadataOnly: true },
} as const satisfies Record<string, MapKindType>;

export type MapKind = keyof typeof MAP_KINDS;

export const MAP_KIND_NAMES = Object.keys(MAP_KINDS) as MapKind[];
export const mapKindType = (kind: MapKind): MapKindType => MAP_KINDS[kind];
export const isMapKind = (kind: string): kind is MapKind => Object.hasOwn(MAP_KINDS, kind);

/** Kinds whose lists are not read; they appear only if other objects refer to them. */
const NAMED_LAYERS: Readonly<Record<string, number>> = {
  PersistentVolume: LAYER.behind,
  ClusterRole: LAYER.last,
};

/** The layer of a kind; unknown kinds of owners are in the first layer. */
export const layerOf = (kind: string): number =>
  isMapKind(kind) ? MAP_KINDS[kind].layer : (NAMED_LAYERS[kind] ?? LAYER.entry);
