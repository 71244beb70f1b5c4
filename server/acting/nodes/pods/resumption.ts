import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { NodePod } from "./podParts.ts";

/** What of a pod goes on when its node's agent begins anew. */
export interface Resumption {
  /** Empty where the pod gets a new sandbox, with other addresses. */
  readonly addresses: readonly string[];
  /** Whether its init containers have done their part, and need not do it again. */
  readonly initialized: boolean;
  /** Whether it had a sandbox, which is gone: all begins again, but what has succeeded and is not to run again. */
  readonly isRemade: boolean;
  readonly containers: readonly ContainerStatus[];
}

/**
 * Reads from a pod's status what goes on; undefined for a pod that has not begun.
 * @param isRestarted the machine was off meanwhile
 */
export function resumption({ spec, status }: NodePod, isRestarted: boolean): Resumption | undefined {
  if (status?.podIP === undefined) return undefined;
  const { containerStatuses = [], initContainerStatuses = [], conditions = [] } = status;
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
    containers: [...initContainerStatuses, ...containerStatuses],
  };
}
