import type { ApiObject } from "../../../../../shared/object.ts";
import { asPod } from "../views.ts";

/** A condition of a pod, as the server sets it. */
interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly lastProbeTime: null;
  /** RFC 3339, whole seconds. */
  readonly lastTransitionTime: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A copy of a pod with a condition set. The transition time only changes when the condition's status does. */
export function withPodCondition(pod: ApiObject, condition: PodCondition): ApiObject {
  const { status } = asPod(pod);
  const conditions: unknown[] = [...(status?.conditions ?? [])];
  const at = (status?.conditions ?? []).findIndex(({ type }) => type === condition.type);
  const old = status?.conditions?.[at];
  const same = old?.status === condition.status;
  conditions[at < 0 ? conditions.length : at] = same
    ? { ...condition, lastTransitionTime: old.lastTransitionTime ?? null }
    : condition;
  return { ...pod, status: { ...status, conditions } };
}
