import type { ApiObject } from "../../../../shared/object.ts";
import { isFinished } from "../pods/podState.ts";
import { activeSets, type ReplicaSet, sumActual, wanted } from "./kinds.ts";
import { ensureNewestSet, syncNewestSet } from "./newestSet.ts";
import type { Rollout } from "./rollout.ts";

/**
 * One step of a rollout that lets all old pods end before it makes new ones.
 * @param podsOf the pods that a replica set controls
 * @returns whether the next step waits for the outcome of this one
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
  await rollout.scale(newest, wanted(rollout.deployment));
  return false;
}
