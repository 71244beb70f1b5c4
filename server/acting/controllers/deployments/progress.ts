import type { DeploymentCondition, DeploymentStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { timeOf } from "../pods/podState.ts";
import { newCondition, withCondition, withoutCondition } from "./conditions.ts";
import { fenceposts } from "./fenceposts.ts";
import {
  conditionOf,
  type Deployment,
  desiredReplicas,
  hasDeadline,
  type ReplicaSet,
  sumActual,
  sumAvailable,
  sumDesired,
  sumReady,
} from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

const COMPLETE = "NewReplicaSetAvailable";
const TIMED_OUT = "ProgressDeadlineExceeded";

/** The counts, and whether enough pods are available, as computed from the replica sets. */
function countsOf({ deployment, sets, newest, tools }: Rollout): DeploymentStatus {
  const available = sumAvailable(sets);
  const { conditions, collisionCount } = deployment.status ?? {};
  const status: DeploymentStatus = {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...nonZero({
      replicas: sumActual(sets),
      updatedReplicas: newest === undefined ? 0 : sumActual([newest]),
      readyReplicas: sumReady(sets),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sumDesired(sets) - available),
    }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
  };
  const isEnough = available >= desiredReplicas(deployment) - fenceposts(deployment).maxUnavailable;
  const words = isEnough
    ? { status: "True", reason: "MinimumReplicasAvailable", message: "Deployment has minimum availability." }
    : {
        status: "False",
        reason: "MinimumReplicasUnavailable",
        message: "Deployment does not have minimum availability.",
      };
  return withCondition(status, newCondition({ type: "Available", ...words }, tools.now()));
}

/** Drops zero counts, which are absent in stored objects. */
const nonZero = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

/** Writes only the counts. @throws ApiError */
export async function writeCounts(rollout: Rollout): Promise<void> {
  await writeIfChanged(rollout, countsOf(rollout));
}

/**
 * Writes the counts and the progress of the rollout.
 * @returns milliseconds until it may have missed its deadline; undefined when it has none to miss
 * @throws ApiError
 */
export async function writeProgress(rollout: Rollout): Promise<number | undefined> {
  const status = withFailures(withProgress(countsOf(rollout), rollout), rollout);
  if (await writeIfChanged(rollout, status)) return undefined;
  return untilDeadline(rollout, status);
}

function withProgress(status: DeploymentStatus, { deployment, newest, tools }: Rollout): DeploymentStatus {
  if (!hasDeadline(deployment)) return withoutCondition(status, "Progressing");
  const known = conditionOf(deployment.status, "Progressing");
  const isDone = status.replicas === status.updatedReplicas && known?.reason === COMPLETE;
  if (isDone) return status;
  const what =
    newest === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newest.metadata.name}"`;
  const progressing = (truth: string, reason: string, words: string): DeploymentCondition =>
    newCondition({ type: "Progressing", status: truth, reason, message: `${what} ${words}` }, tools.now());
  if (isComplete(deployment, status)) {
    return withCondition(status, progressing("True", COMPLETE, "has successfully progressed."));
  }
  if (hasProgressed(deployment.status ?? {}, status)) {
    const condition = progressing("True", "ReplicaSetUpdated", "is progressing.");
    if (known === undefined) return withCondition(status, condition);
    // Keep the transition time, but update the time of the latest progress, even if nothing else has changed.
    const { lastTransitionTime } = known.status === "True" ? known : condition;
    return withCondition(withoutCondition(status, "Progressing"), { ...condition, lastTransitionTime });
  }
  if (hasTimedOut(deployment, status, tools.now())) {
    return withCondition(status, progressing("False", TIMED_OUT, "has timed out progressing."));
  }
  return status;
}

/**
 * Whether the rollout is complete: all pods have the newest template and are available, and there are as many as
 * wanted.
 */
export function isComplete(deployment: Deployment, status: DeploymentStatus = deployment.status ?? {}): boolean {
  const replicas = desiredReplicas(deployment);
  return (
    (status.updatedReplicas ?? 0) === replicas &&
    (status.replicas ?? 0) === replicas &&
    (status.availableReplicas ?? 0) === replicas &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut({ spec }: Deployment, status: DeploymentStatus, now: number): boolean {
  const known = conditionOf(status, "Progressing");
  if (known === undefined || known.reason === COMPLETE) return false;
  if (known.reason === TIMED_OUT) return true;
  return (timeOf(known.lastUpdateTime) ?? 0) + (spec.progressDeadlineSeconds ?? 0) * 1000 < now;
}

/** Adds a condition with the reason why a replica set cannot create or delete pods: the newest one's, or else any. */
function withFailures(status: DeploymentStatus, { newest, sets }: Rollout): DeploymentStatus {
  const failureOf = (set: ReplicaSet | undefined) =>
    set?.status?.conditions?.find(({ type }) => type === "ReplicaFailure");
  const failure = failureOf(newest) ?? sets.map(failureOf).find((found) => found !== undefined);
  if (failure === undefined) return withoutCondition(status, "ReplicaFailure");
  return withCondition(status, { ...failure, lastUpdateTime: failure.lastTransitionTime ?? "" } as DeploymentCondition);
}

async function writeIfChanged(rollout: Rollout, status: DeploymentStatus): Promise<boolean> {
  const { conditions = [], ...counts } = rollout.deployment.status ?? {};
  const { conditions: newConditions = [], ...newCounts } = status;
  if (
    deepEqual(nonZero(counts as Record<string, number>), nonZero(newCounts as Record<string, number>)) &&
    deepEqual(conditions, newConditions)
  ) {
    return false;
  }
  await rollout.updateStatus(status);
  return true;
}

/** One second after the deadline, so that the deadline has certainly passed. */
function untilDeadline({ deployment, tools }: Rollout, status: DeploymentStatus): number | undefined {
  const known = conditionOf(status, "Progressing");
  if (!hasDeadline(deployment) || known === undefined) return undefined;
  if (isComplete(deployment, status) || known.reason === TIMED_OUT) return undefined;
  const deadline = (timeOf(known.lastUpdateTime) ?? 0) + (deployment.spec.progressDeadlineSeconds ?? 0) * 1000;
  return Math.max(1000, deadline - tools.now() + 1000);
}
