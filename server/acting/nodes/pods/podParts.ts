import type { Container as ContainerSpec, ContainerStatus, Pod, PodSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";

/** A pod as its node sees it: with a specification. */
export interface NodePod extends ApiObject {
  readonly spec: PodSpec;
  readonly status?: Pod["status"];
}

/** What a container is for its pod. */
export type ContainerRole = "init" | "sidecar" | "main" | "ephemeral";

/** A container as its pod's status is made of it. */
export interface StatusPart {
  readonly role: ContainerRole;
  readonly status: ContainerStatus;
}

/** Containers that start before the main ones; those that restart always stay beside them. */
export const roleOfInit = ({ restartPolicy }: ContainerSpec & { restartPolicy?: string }): ContainerRole =>
  restartPolicy === "Always" ? "sidecar" : "init";

/** `name_namespace(uid)`: how messages name a pod. */
export const podTitle = ({ metadata }: ApiObject): string => `${metadata.name}_${metadata.namespace}(${metadata.uid})`;

/** From this priority on, the cluster cannot do without a pod. */
const CRITICAL = 2_000_000_000;

/** Whether the cluster cannot do without a pod: nodes take it before others, and do not evict it. */
export const isCritical = ({ spec }: NodePod): boolean => (spec.priority ?? 0) >= CRITICAL;
