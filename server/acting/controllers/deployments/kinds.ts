import type {
  DeploymentCondition,
  DeploymentSpec,
  DeploymentStatus,
  ReplicaSetSpec,
  ReplicaSetStatus,
} from "kubernetes-types/apps/v1";
import type { ApiObject } from "../../../../shared/object.ts";

/** A stored deployment. Defaults are filled in, so every field with a default is present. */
export interface Deployment extends ApiObject {
  spec: DeploymentSpec;
  status?: DeploymentStatus;
}

export interface ReplicaSet extends ApiObject {
  spec: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

/** The wanted number of pods. */
export const desiredReplicas = ({ spec }: Deployment | ReplicaSet): number => spec.replicas ?? 0;

export const sumDesired = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, set) => sum + desiredReplicas(set), 0);

export const sumAvailable = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);

export const sumReady = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, { status }) => sum + (status?.readyReplicas ?? 0), 0);

/** The number of existing pods, as opposed to wanted ones. */
export const sumActual = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, { status }) => sum + (status?.replicas ?? 0), 0);

/** Replica sets with a wanted size above zero. */
export const activeSets = (sets: readonly ReplicaSet[]): ReplicaSet[] => sets.filter((set) => desiredReplicas(set) > 0);

/** Sorted from oldest to newest; by name for equal ages. */
export const byAge = (sets: readonly ReplicaSet[]): ReplicaSet[] =>
  [...sets].sort((a, b) => compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) || compareNames(a, b));

export const compareNames = (a: ApiObject, b: ApiObject): number => compare(a.metadata.name, b.metadata.name);

const compare = (a: string | null | undefined, b: string | null | undefined): number =>
  (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;

export const conditionOf = (status: DeploymentStatus | undefined, type: string): DeploymentCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

const NO_LIMIT = 2 ** 31 - 1;

/** Whether the deployment has a deadline for its rollouts. */
export const hasDeadline = ({ spec }: Deployment): boolean =>
  spec.progressDeadlineSeconds !== undefined &&
  spec.progressDeadlineSeconds !== null &&
  spec.progressDeadlineSeconds !== NO_LIMIT;

/** Whether old replica sets are deleted at all. */
export const hasHistoryLimit = ({ spec }: Deployment): boolean =>
  spec.revisionHistoryLimit !== undefined &&
  spec.revisionHistoryLimit !== null &&
  spec.revisionHistoryLimit !== NO_LIMIT;
