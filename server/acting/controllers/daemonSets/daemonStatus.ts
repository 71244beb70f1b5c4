import type { DaemonSetStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isAvailable, isReady } from "../pods/podState.ts";
import { type DaemonSet, isUpdated, type TemplateMark } from "./kinds.ts";
import type { NodePods } from "./nodePods.ts";

/** The status of a daemon set, computed from the pods on its nodes. @param now milliseconds since the epoch */
export function daemonStatus(
  set: DaemonSet,
  nodes: readonly NodePods[],
  mark: TemplateMark,
  collisionCount: number | undefined,
  now: number,
): DaemonSetStatus {
  const wanted = nodes.filter(({ fit }) => fit.starts);
  const placed = wanted.flatMap(({ pods }) => pods.slice(0, 1));
  const ready = placed.filter(isReady);
  const available = ready.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now));
  const updated = placed.filter((pod) => isUpdated(pod, mark)).length;
  const unavailable = wanted.length - available.length;
  return {
    currentNumberScheduled: placed.length,
    numberMisscheduled: nodes.filter(({ fit, pods }) => !fit.starts && pods.length > 0).length,
    desiredNumberScheduled: wanted.length,
    numberReady: ready.length,
    observedGeneration: set.metadata.generation ?? 0,
    ...(updated === 0 ? {} : { updatedNumberScheduled: updated }),
    ...(available.length === 0 ? {} : { numberAvailable: available.length }),
    ...(unavailable === 0 ? {} : { numberUnavailable: unavailable }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(set.status?.conditions === undefined ? {} : { conditions: set.status.conditions }),
  };
}

export const isSameStatus = (known: DaemonSetStatus | undefined, status: DaemonSetStatus): boolean =>
  known !== undefined && deepEqual(known, status);
