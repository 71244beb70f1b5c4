import type { PodCondition } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { podCondition } from "./podState.ts";

/**
 * The condition of a pod that a component takes away, and why. One that was to go before has been so since then.
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
