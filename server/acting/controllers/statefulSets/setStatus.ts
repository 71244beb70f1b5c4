import type { StatefulSetStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, isAvailable, isReady } from "../pods/podState.ts";
import type { StatefulSet } from "./kinds.ts";

/** The names of the revision that pods have, and of the one that they are to have. */
export interface Revisions {
  readonly current: string;
  readonly update: string;
}

export const isCreated = (pod: ApiObject): boolean => (asPod(pod).status?.phase ?? "") !== "";

export const isRunningAndReady = (pod: ApiObject): boolean => asPod(pod).status?.phase === "Running" && isReady(pod);

export const isTerminating = ({ metadata }: ApiObject): boolean => metadata.deletionTimestamp !== undefined;

/** The status that a set's pods give it. @param revisionOf the name of the revision that a pod was made of */
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
  const isRolledOut =
    set.spec.updateStrategy?.type === "RollingUpdate" &&
    status.updatedReplicas === status.replicas &&
    status.readyReplicas === status.replicas;
  if (!isRolledOut) return status;
  return { ...status, currentReplicas: status.updatedReplicas ?? 0, currentRevision: update };
}

/** Whether a stored status says the same; what is zero may be absent there. */
export function isSameStatus(known: StatefulSetStatus | undefined, status: StatefulSetStatus): boolean {
  const plain = ({ conditions: _, ...rest }: Partial<StatefulSetStatus>): unknown =>
    Object.fromEntries(Object.entries(rest).filter(([name, value]) => value !== 0 || name === "collisionCount"));
  return known !== undefined && deepEqual(plain(known), plain(status));
}
