import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** Kinds of changes that may make pods schedulable. */
export type EventKind =
  | "NodeAdd"
  | "NodeDelete"
  | "NodeAllocatable"
  | "NodeLabel"
  | "NodeTaint"
  | "NodeCondition"
  | "PodAdd"
  | "PodLabel"
  | "PodScaleDown"
  | "PodTolerations"
  | "PodOther"
  | "PodDelete"
  | "Claim"
  | "Volume"
  | "StorageClass"
  | "CsiNode"
  | "CsiDriver"
  | "CsiCapacity";

/** Something that has changed. */
export interface ClusterEvent {
  readonly kind: EventKind;
  /** Of a deletion: as it was. */
  readonly node?: Node;
  readonly oldNode?: Node | undefined;
  /** A pod on a node, or the waiting pod itself. Of a deletion: as it was. */
  readonly pod?: PodInfo;
  readonly oldPod?: PodInfo | undefined;
  readonly object?: ApiObject;
}
