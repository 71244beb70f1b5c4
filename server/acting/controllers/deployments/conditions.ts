import type { DeploymentCondition, DeploymentStatus } from "kubernetes-types/apps/v1";
import { timestamp } from "../../../../shared/time.ts";

export type ConditionWords = Pick<DeploymentCondition, "type" | "status" | "reason" | "message">;

/** A condition whose times are now. @param now milliseconds since the epoch */
export function newCondition(words: ConditionWords, now: number): DeploymentCondition {
  const time = timestamp(now);
  return { ...words, lastUpdateTime: time, lastTransitionTime: time };
}

/**
 * Sets a condition. Returns the same status object when the condition's status and reason are unchanged; keeps the
 * transition time when only its status is unchanged.
 */
export function withCondition(status: DeploymentStatus, condition: DeploymentCondition): DeploymentStatus {
  const known = status.conditions?.find(({ type }) => type === condition.type);
  if (known?.status === condition.status && known?.reason === condition.reason) return status;
  const lastTransitionTime =
    known?.status === condition.status ? known.lastTransitionTime : condition.lastTransitionTime;
  const others = withoutCondition(status, condition.type);
  return { ...others, conditions: [...(others.conditions ?? []), { ...condition, lastTransitionTime }] };
}

export function withoutCondition(status: DeploymentStatus, type: string): DeploymentStatus {
  return { ...status, conditions: (status.conditions ?? []).filter((condition) => condition.type !== type) };
}
