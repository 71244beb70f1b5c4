import type { ApiObject } from "../../../../shared/object.ts";
import { isFinished } from "../pods/podState.ts";
import { activeSets, desiredReplicas, type ReplicaSet, sumActual } from "./kinds.ts";
import { ensureNewestSet, syncNewestSet } from "./newestSet.ts";
import type { Rollout } from "./rollout.ts";

/**
 * One step of the `Recreate` strategy: all old pods must end before new ones are created.
 * @param podsOf the pods that a replica set controls
 * @returns whether the next step must wait for the effect of this one
 * @throws ApiError
 */
export async function recreateStep(
  rollout: Rollout,
  podsOf: (set: ReplicaSet) => readonly ApiObject[],
): Promise<boolean> {
  await syncNewestSet(rollout);
  const running = activeSets(rollout.old);
  for (const set of running) await rollout.scale(set, 0);
  if (running.length > 0) return true;
  const isOldLeft =
    sumActual(rollout.old) > 0 || rollout.old.some((set) => podsOf(set).some((pod) => !isFinished(pod)));
  if (isOldLeft) return true;
  const newest = await ensureNewestSet(rollout);
  await rollout.scale(newest, desiredReplicas(rollout.deployment));
  return false;
}
