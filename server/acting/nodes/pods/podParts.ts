import type { Container as ContainerSpec, ContainerStatus, Pod, PodSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";

/** A pod on a node: its specification is always present. */
export interface NodePod extends ApiObject {
  readonly spec: PodSpec;
  readonly status?: Pod["status"];
}

/** The role of a container in its pod. */
export type ContainerRole = "init" | "sidecar" | "main" | "ephemeral";

/** The part of a container that its pod's status is computed from. */
export interface StatusPart {
  readonly role: ContainerRole;
  readonly status: ContainerStatus;
}

/**
 * The role of an init container: those with restart policy `Always` are sidecars, which keep running beside the main
 * ones.
 */
export const roleOfInit = ({ restartPolicy }: ContainerSpec & { restartPolicy?: string }): ContainerRole =>
  restartPolicy === "Always" ? "sidecar" : "init";

/** `name_namespace(uid)`: the name of a pod in messages. */
export const podTitle = ({ metadata }: ApiObject): string => `${metadata.name}_${metadata.namespace}(${metadata.uid})`;

/** Priorities from this one on are critical. */
const CRITICAL = 2_000_000_000;

/** Whether a pod is critical for the cluster: nodes prefer it to others, and do not evict it. */
export const isCritical = ({ spec }: NodePod): boolean => (spec.priority ?? 0) >= CRITICAL;
