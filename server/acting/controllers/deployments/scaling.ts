import { numberIn } from "./annotations.ts";
import { fenceposts } from "./fenceposts.ts";
import { activeSets, compareNames, type Deployment, desiredReplicas, type ReplicaSet, sumDesired } from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

/** Whether the deployment's wanted size has changed since it last scaled its replica sets. */
export const isScaling = ({ sets, deployment, tools }: Rollout): boolean =>
  activeSets(sets).some((set) => {
    const desired = numberIn(set, tools.annotations.desired);
    return desired !== undefined && desired !== desiredReplicas(deployment);
  });

/**
 * Scales the replica sets to the deployment's size. A single replica set with pods gets the full size; those left over
 * from a finished rollout get zero; in the middle of a rollout, several share the size in proportion to their own.
 * @throws ApiError
 */
export async function scaleSets(rollout: Rollout): Promise<void> {
  const { deployment, newest, old } = rollout;
  const active = activeSets(rollout.sets);
  const only = active.length === 0 ? (newest ?? old.at(-1)) : active.length === 1 ? active[0] : undefined;
  if (only !== undefined) {
    await rollout.scale(only, desiredReplicas(deployment));
    return;
  }
  if (newest !== undefined && isSaturated(rollout, newest)) {
    for (const set of activeSets(old)) await rollout.scale(set, 0);
    return;
  }
  if (deployment.spec.strategy?.type === "RollingUpdate") await scaleInProportion(rollout, active);
}

/** Whether a replica set alone has all the available pods that the deployment wants. */
function isSaturated({ deployment, tools }: Rollout, set: ReplicaSet): boolean {
  const replicas = desiredReplicas(deployment);
  const isScaled = numberIn(set, tools.annotations.desired) === replicas && desiredReplicas(set) === replicas;
  return isScaled && (set.status?.availableReplicas ?? 0) === replicas;
}

async function scaleInProportion(rollout: Rollout, active: readonly ReplicaSet[]): Promise<void> {
  const { deployment } = rollout;
  const allowed = desiredReplicas(deployment) > 0 ? desiredReplicas(deployment) + fenceposts(deployment).maxSurge : 0;
  const toAdd = allowed - sumDesired(active);
  const sets = bySize(active, toAdd > 0);
  let added = 0;
  const sizes = sets.map((set) => {
    const share = toAdd === 0 ? 0 : shareOf(rollout, set, toAdd, added);
    added += share;
    return desiredReplicas(set) + share;
  });
  for (const [i, set] of sets.entries()) {
    // The rounding remainder goes to the largest.
    const rest = i === 0 && toAdd !== 0 ? toAdd - added : 0;
    await rollout.scaleAndNote(set, Math.max(0, (sizes[i] ?? 0) + rest));
  }
}

/**
 * Sorted from largest to smallest; for equal sizes, newer ones come first when pods are added, older ones otherwise.
 */
function bySize(sets: readonly ReplicaSet[], newerFirst: boolean): ReplicaSet[] {
  const time = ({ metadata }: ReplicaSet): string => metadata.creationTimestamp ?? "";
  const byTime = (a: ReplicaSet, b: ReplicaSet): number =>
    time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : compareNames(a, b);
  return [...sets].sort(
    (a, b) => desiredReplicas(b) - desiredReplicas(a) || (newerFirst ? byTime(b, a) : byTime(a, b)),
  );
}

/** How many of the added pods a replica set gets; a negative number removes pods. */
function shareOf(rollout: Rollout, set: ReplicaSet, toAdd: number, added: number): number {
  if (desiredReplicas(set) === 0 || toAdd === added) return 0;
  const share = fairShare(rollout, set);
  const left = toAdd - added;
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
}

/** By how much a replica set grows if it keeps its share of all pods. */
function fairShare({ deployment, tools }: Rollout, set: ReplicaSet): number {
  const size = desiredReplicas(set);
  if (desiredReplicas(deployment) === 0) return -size;
  const before = numberIn(set, tools.annotations.max) || totalOf(deployment);
  const after = desiredReplicas(deployment) + fenceposts(deployment).maxSurge;
  return before === 0 ? 0 : Math.round((size * after) / before) - size;
}

const totalOf = ({ status }: Deployment): number => status?.replicas ?? 0;
