import { isApiError } from "../../../../shared/status.ts";
import { fenceposts } from "./fenceposts.ts";
import { activeSets, byAge, desiredReplicas, type ReplicaSet, sumDesired } from "./kinds.ts";
import { ensureNewestSet, sizeOfNewest } from "./newestSet.ts";
import type { Rollout } from "./rollout.ts";

/**
 * One step of a rolling update: the newest replica set grows as far as the surge allows. If it cannot grow, the old
 * ones shrink as far as enough pods stay available.
 * @returns whether something was scaled, so that the next step must wait for the effect
 * @throws ApiError
 */
export async function rollingStep(rollout: Rollout): Promise<boolean> {
  const newest = await ensureNewestSet(rollout);
  return (await growNewest(rollout, newest)) || (await tryToShrinkOld(rollout));
}

/**
 * As in the reference, a refused request does not end the step: the deployment's status and deadline are still updated.
 * The next change of a replica set, or the deadline, leads to a retry.
 */
async function tryToShrinkOld(rollout: Rollout): Promise<boolean> {
  try {
    return await shrinkOld(rollout);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

async function growNewest(rollout: Rollout, newest: ReplicaSet): Promise<boolean> {
  const size = desiredReplicas(newest);
  const replicas = desiredReplicas(rollout.deployment);
  if (size === replicas) return false;
  return rollout.scale(newest, size > replicas ? replicas : sizeOfNewest(rollout, size));
}

/** Whether the server has refused a request for good, so that a repetition would be refused as well. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) && error.code >= 400 && error.code < 500 && error.code !== 429;

async function shrinkOld(rollout: Rollout): Promise<boolean> {
  const { deployment, newest } = rollout;
  if (newest === undefined || sumDesired(rollout.old) === 0) return false;
  const least = desiredReplicas(deployment) - fenceposts(deployment).maxUnavailable;
  const newestMissing = desiredReplicas(newest) - (newest.status?.availableReplicas ?? 0);
  const spare = sumDesired(rollout.sets) - least - newestMissing;
  if (spare <= 0) return false;
  const spareHealthy = rollout.sets.reduce((sum, set) => sum + staying(set), 0) - least;
  const cleaned = await dropUnhealthy(rollout, spare);
  return (await dropHealthy(rollout, spareHealthy)) + cleaned > 0;
}

/** Scales down unavailable pods of old replica sets. @returns their number */
async function dropUnhealthy(rollout: Rollout, most: number): Promise<number> {
  let dropped = 0;
  for (const set of byAge(activeSets(rollout.old))) {
    if (dropped >= most) break;
    const count = Math.min(most - dropped, desiredReplicas(set) - (set.status?.availableReplicas ?? 0));
    if (count <= 0) continue;
    await rollout.scale(set, desiredReplicas(set) - count);
    dropped += count;
  }
  return dropped;
}

/** @returns how many pods of old replica sets are removed, given `spare` available pods beyond the required ones */
async function dropHealthy(rollout: Rollout, spare: number): Promise<number> {
  let dropped = 0;
  for (const set of byAge(activeSets(rollout.old))) {
    if (dropped >= spare) break;
    const count = Math.min(desiredReplicas(set), spare - dropped);
    await rollout.scale(set, desiredReplicas(set) - count);
    dropped += count;
  }
  return dropped;
}

/**
 * How many available pods of a replica set will remain available. Its status may still count pods that its new size has
 * removed. The reference (kube-apiserver 1.32 and its controllers) trusts this status, and may remove as many pods
 * again.
 */
function staying(set: ReplicaSet): number {
  const isCurrent = set.status?.observedGeneration === set.metadata.generation;
  return isCurrent ? Math.min(desiredReplicas(set), set.status?.availableReplicas ?? 0) : 0;
}
