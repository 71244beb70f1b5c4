import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** Kinds of events that may make pods schedulable. */
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
  | "CsiCapacity"
  | "AttachmentDelete";

/** An event in the cluster. */
export interface ClusterEvent {
  readonly kind: EventKind;
  /** For a deletion, the last state. */
  readonly node?: Node;
  readonly oldNode?: Node | undefined;
  /** A placed pod, or the waiting pod itself. For a deletion, the last state. */
  readonly pod?: PodInfo;
  readonly oldPod?: PodInfo | undefined;
  readonly object?: ApiObject;
}
