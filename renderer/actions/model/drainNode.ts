/** Drains a node: evicts its pods, and retries evictions that a disruption budget refuses. */

import { type ApiError, isApiError } from "../../../shared/status.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { createLimiter } from "../../api/requests/limiter.ts";
import type { DrainedPod } from "./drain.ts";

export type DrainPhase = "waiting" | "asked" | "held" | "gone" | "failed";

export interface DrainProgress {
  readonly phase: DrainPhase;
  /** Why the eviction is delayed or has failed. */
  readonly reason?: string;
}

export interface DrainParts {
  /** Evicts a pod. @throws ApiError */
  evict(pod: DrainedPod): Promise<void>;
  /** Whether a pod still exists. @throws ApiError */
  isThere(pod: DrainedPod): Promise<boolean>;
  /** Resolves after a while, or when the signal aborts. */
  pause(signal: AbortSignal): Promise<void>;
  onProgress(pod: DrainedPod, progress: DrainProgress): void;
}

/** Maximum number of concurrent requests. */
const CONCURRENCY = 5;

/**
 * Evicts all pods concurrently, like `kubectl drain`: a pod that a budget protects, or that terminates slowly, does not
 * delay the others.
 *
 * @returns whether all of them are gone. Ends early, without undoing evictions, when the signal aborts.
 */
export async function drainNode(pods: readonly DrainedPod[], parts: DrainParts, signal: AbortSignal): Promise<boolean> {
  const limiter = createLimiter(CONCURRENCY);
  const limited: DrainParts = {
    ...parts,
    evict: (pod) => limiter(() => parts.evict(pod), signal),
    isThere: (pod) => limiter(() => parts.isThere(pod), signal),
  };
  const gone = await Promise.all(pods.map((pod) => drainPod(pod, limited, signal)));
  return gone.every(Boolean) && !signal.aborted;
}

async function drainPod(pod: DrainedPod, parts: DrainParts, signal: AbortSignal): Promise<boolean> {
  const { evict, isThere, pause, onProgress } = parts;
  try {
    while (!signal.aborted) {
      const held = await evict(pod).then(
        () => undefined,
        (error: unknown) => refusal(error),
      );
      if (held === undefined) break;
      onProgress(pod, { phase: "held", reason: held.message });
      await pause(signal);
    }
    if (signal.aborted) return false;
    onProgress(pod, { phase: "asked" });
    while (!signal.aborted && (await isThere(pod))) await pause(signal);
    if (signal.aborted) return false;
    onProgress(pod, { phase: "gone" });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (isApiError(error, "NotFound")) {
      onProgress(pod, { phase: "gone" });
      return true;
    }
    onProgress(pod, { phase: "failed", reason: messageOf(error) });
    return false;
  }
}

/** The refusal by a disruption budget. @throws any other error */
function refusal(error: unknown): ApiError {
  if (isApiError(error) && error.code === 429) return error;
  throw error;
}
