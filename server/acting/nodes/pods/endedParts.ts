import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { StatusPart } from "./podParts.ts";

/** The terminated state of a container that is not known to have ended, although its pod has: it counts as failed. */
const UNKNOWN = {
  exitCode: 137,
  reason: "ContainerStatusUnknown",
  message: "The container could not be located when the pod was terminated",
};

/**
 * The container statuses of a pod that was terminated. All containers have ended, except init containers that never
 * began, and main containers that these kept from starting.
 */
export function endedParts(parts: readonly StatusPart[], isInitialized: boolean): StatusPart[] {
  const inits = parts.filter(({ role }) => role === "init" || role === "sidecar");
  const begun = inits.findLastIndex(({ status: { state, lastState } }) => !state?.waiting || lastState?.terminated);
  // At least the first init container counts as begun.
  const counted = new Set(inits.slice(0, Math.max(0, begun) + 1));
  return parts.map((part) => {
    const isCounted = part.role === "main" ? isInitialized : counted.has(part);
    return isCounted ? { ...part, status: ended(part.status) } : part;
  });
}

function ended(status: ContainerStatus): ContainerStatus {
  const { state, lastState } = status;
  if (state?.terminated !== undefined) return status;
  // A container that waited for its restart has ended; it keeps the state of its last run.
  if (lastState?.terminated !== undefined) return { ...status, state: lastState, lastState: {}, ready: false };
  return { ...status, state: { terminated: UNKNOWN }, ready: false };
}
