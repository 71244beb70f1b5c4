import type { Kind } from "./model/objectFinding.ts";

export interface KindType {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}

const type = (group: string, resource: string, kind: Kind): KindType => ({ group, version: "v1", resource, kind });

/** The API resources of the overview's kinds. */
export const KIND_TYPES: Readonly<Record<Kind, KindType>> = {
  Pod: type("", "pods", "Pod"),
  Deployment: type("apps", "deployments", "Deployment"),
  StatefulSet: type("apps", "statefulsets", "StatefulSet"),
  DaemonSet: type("apps", "daemonsets", "DaemonSet"),
  Job: type("batch", "jobs", "Job"),
  Node: type("", "nodes", "Node"),
  PersistentVolumeClaim: type("", "persistentvolumeclaims", "PersistentVolumeClaim"),
};
