import type { PodCondition } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { podCondition } from "./podState.ts";

/**
 * The `DisruptionTarget` condition of a pod that a component deletes, with the reason. The transition time stays if the
 * condition was already true.
 * @param now milliseconds since the epoch
 */
export function disruptionCondition(
  pod: ApiObject,
  words: { readonly reason: string; readonly message: string },
  now: number,
): PodCondition {
  const before = podCondition(pod, "DisruptionTarget");
  const since = before?.status === "True" ? before.lastTransitionTime : undefined;
  return {
    type: "DisruptionTarget",
    status: "True",
    ...words,
    lastTransitionTime: since ?? timestamp(now),
  } as PodCondition;
}
