import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { NodePod } from "./podParts.ts";

/** The part of a pod that survives a restart of its node's agent. */
export interface Resumption {
  /** Empty when the pod gets a new sandbox, with other addresses. */
  readonly addresses: readonly string[];
  /** Whether its init containers have completed, and need not run again. */
  readonly initialized: boolean;
  /**
   * Whether the pod had a sandbox that is gone: everything starts again, except containers that have succeeded and need
   * not restart.
   */
  readonly isRemade: boolean;
  readonly containers: readonly ContainerStatus[];
  /** Statuses of the ephemeral containers that have started. */
  readonly ephemeral: readonly ContainerStatus[];
}

/**
 * Reads the resumption of a pod from its status; undefined for a pod that has not begun.
 * @param isRestarted whether the machine was off in between
 */
export function resumption({ spec, status }: NodePod, isRestarted: boolean): Resumption | undefined {
  if (status?.podIP === undefined) return undefined;
  const {
    containerStatuses = [],
    initContainerStatuses = [],
    ephemeralContainerStatuses = [],
    conditions = [],
  } = status;
  const containers = [...initContainerStatuses, ...containerStatuses];
  // On the host network, a pod has addresses before it has begun.
  if (spec.hostNetwork === true && containers.every(({ containerID }) => containerID === undefined)) return undefined;
  const { restartPolicy = "Always" } = spec;
  const hasMore = containerStatuses.some(
    ({ state }) => restartPolicy === "Always" || state?.terminated?.exitCode !== 0,
  );
  const isRemade = isRestarted && restartPolicy !== "Never" && hasMore;
  const initialized = conditions.some(({ type, status: truth }) => type === "Initialized" && truth === "True");
  return {
    addresses: isRemade ? [] : (status.podIPs?.flatMap(({ ip = "" }) => ip) ?? [status.podIP]),
    initialized: initialized && !isRemade,
    isRemade,
    containers,
    ephemeral: ephemeralContainerStatuses.filter(
      ({ state }) => state?.running !== undefined || state?.terminated !== undefined,
    ),
  };
}
