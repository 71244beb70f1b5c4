import type { StatefulSetStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, isAvailable, isReady } from "../pods/podState.ts";
import type { StatefulSet } from "./kinds.ts";

/** The names of the pods' current revision, and of the one that they are updated to. */
export interface Revisions {
  readonly current: string;
  readonly update: string;
}

export const isCreated = (pod: ApiObject): boolean => (asPod(pod).status?.phase ?? "") !== "";

export const isRunningAndReady = (pod: ApiObject): boolean => asPod(pod).status?.phase === "Running" && isReady(pod);

export const isTerminating = ({ metadata }: ApiObject): boolean => metadata.deletionTimestamp !== undefined;

/** The status of a set, computed from its pods. @param revisionOf returns the name of a pod's revision */
export function setStatus(
  set: StatefulSet,
  pods: readonly ApiObject[],
  { current, update }: Revisions,
  collisionCount: number,
  revisionOf: (pod: ApiObject) => string,
  now: number,
): StatefulSetStatus {
  const created = pods.filter(isCreated);
  const ready = pods.filter(isRunningAndReady);
  const lasting = created.filter((pod) => !isTerminating(pod));
  const status: StatefulSetStatus = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: created.length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)).length,
    currentReplicas: lasting.filter((pod) => revisionOf(pod) === current).length,
    updatedReplicas: lasting.filter((pod) => revisionOf(pod) === update).length,
    currentRevision: current,
    updateRevision: update,
    collisionCount,
  };
  const wanted = set.spec.replicas ?? 1;
  const isRolledOut =
    set.spec.updateStrategy?.type === "RollingUpdate" &&
    [status.updatedReplicas, status.readyReplicas, status.replicas].every((count) => count === wanted);
  if (!isRolledOut) return status;
  return { ...status, currentReplicas: status.updatedReplicas ?? 0, currentRevision: update };
}

/** Whether a stored status is equal; zero counts may be absent there. */
export function isSameStatus(known: StatefulSetStatus | undefined, status: StatefulSetStatus): boolean {
  const plain = ({ conditions: _, ...rest }: Partial<StatefulSetStatus>): unknown =>
    Object.fromEntries(Object.entries(rest).filter(([name, value]) => value !== 0 || name === "collisionCount"));
  return known !== undefined && deepEqual(plain(known), plain(status));
}
