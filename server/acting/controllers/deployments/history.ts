import { ignoring } from "../ignoring.ts";
import { desiredReplicas, hasHistoryLimit } from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

/** Deletes the oldest replica sets beyond the history limit, among those without pods. @throws ApiError */
export async function cleanUpHistory(rollout: Rollout): Promise<void> {
  const { deployment, tools } = rollout;
  if (!hasHistoryLimit(deployment)) return;
  const kept = rollout.old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const excess = kept.length - (deployment.spec.revisionHistoryLimit ?? 0);
  if (excess <= 0) return;
  const oldest = kept.sort((a, b) => compareNumbers(rollout.revision(a), rollout.revision(b))).slice(0, excess);
  for (const set of oldest) {
    const { namespace, name, generation = 0 } = set.metadata;
    const isEmpty = (set.status?.replicas ?? 0) === 0 && desiredReplicas(set) === 0;
    if (!isEmpty || generation > (set.status?.observedGeneration ?? 0)) continue;
    await ignoring(["NotFound"], tools.client.delete({ ...tools.replicaSets, namespace, name }));
  }
}

const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
