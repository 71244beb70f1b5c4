import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { StatusPart } from "./podParts.ts";

/** What is said of a container that has not ended, as far as is known, though its pod has: it counts as failed. */
const UNKNOWN = {
  exitCode: 137,
  reason: "ContainerStatusUnknown",
  message: "The container could not be located when the pod was terminated",
};

/**
 * The containers of a pod that was ended, as its last status tells of them: every one of them has ended, but init containers
 * that were not begun, and main ones that these have kept from their start.
 */
export function endedParts(parts: readonly StatusPart[], isInitialized: boolean): StatusPart[] {
  const inits = parts.filter(({ role }) => role === "init" || role === "sidecar");
  const begun = inits.findLastIndex(({ status: { state, lastState } }) => !state?.waiting || lastState?.terminated);
  // At least the first one counts as begun.
  const counted = new Set(inits.slice(0, Math.max(0, begun) + 1));
  return parts.map((part) => {
    const isCounted = part.role === "main" ? isInitialized : counted.has(part);
    return isCounted ? { ...part, status: ended(part.status) } : part;
  });
}

function ended(status: ContainerStatus): ContainerStatus {
  const { state, lastState } = status;
  if (state?.terminated !== undefined) return status;
  // One that was to start again has ended, and stays as it was.
  if (lastState?.terminated !== undefined) return { ...status, state: lastState, lastState: {}, ready: false };
  return { ...status, state: { terminated: UNKNOWN }, ready: false };
}
