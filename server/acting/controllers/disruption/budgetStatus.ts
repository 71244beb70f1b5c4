import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { timeOf } from "../pods/podState.ts";
import { type StatusCondition, withCondition } from "../pods/statusConditions.ts";
import type { SelectedPods } from "./selectedPods.ts";

/** Milliseconds within which a pod must be deleted after its eviction was allowed. */
export const DELETION_TIMEOUT = 120_000;

export const ALLOWED = "DisruptionAllowed";

export interface BudgetStatus {
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly disruptionsAllowed: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly observedGeneration?: number;
  readonly conditions?: readonly StatusCondition[];
}

/** The status of a stored budget; missing counts are 0. */
export function statusOf(budget: ApiObject): BudgetStatus {
  const { status } = decoded<{ status?: Partial<BudgetStatus> }>(budget);
  return { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, disruptionsAllowed: 0, ...status };
}

/** Allowed evictions whose pods still exist. */
export interface Disrupted {
  /** The time of each allowed eviction, by pod name. */
  readonly pods: Readonly<Record<string, string>>;
  /** Pods that should have been deleted by now. */
  readonly overdue: readonly ApiObject[];
  /** Milliseconds until the next pod is overdue; undefined when there is none. */
  readonly recheck?: number;
}

/** @param now milliseconds since the epoch */
export function disruptedOf(budget: ApiObject, pods: Pick<SelectedPods, "get">, now: number): Disrupted {
  const { disruptedPods = {} } = statusOf(budget);
  const still: Record<string, string> = {};
  const overdue: ApiObject[] = [];
  let recheck: number | undefined;
  for (const [name, since] of Object.entries(disruptedPods)) {
    const pod = pods.get(name);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) continue;
    const left = (timeOf(since) ?? 0) + DELETION_TIMEOUT - now;
    if (left < 0) overdue.push(pod);
    else {
      still[name] = since;
      recheck = Math.min(recheck ?? left, left);
    }
  }
  return { pods: still, overdue, ...(recheck === undefined ? {} : { recheck }) };
}

/** The number of ready pods that are not about to be evicted. */
export const healthyCount = (pods: SelectedPods, { pods: disrupted }: Disrupted): number =>
  pods.healthy - Object.keys(disrupted).filter((name) => pods.isHealthy(name)).length;

/** The number of expected pods, and how many of them must stay healthy. */
export interface Demand {
  readonly expected: number;
  readonly desired: number;
}

/** The demand of a budget. @param scale the number of pods that the pods' controllers want */
export function demandOf(budget: ApiObject, podCount: number, scale: number): Demand {
  const { maxUnavailable, minAvailable } = decoded<PodDisruptionBudget>(budget).spec ?? {};
  if (maxUnavailable !== undefined) {
    return { expected: scale, desired: Math.max(0, scale - partOf(maxUnavailable, scale)) };
  }
  if (typeof minAvailable === "number") return { expected: podCount, desired: minAvailable };
  return minAvailable === undefined
    ? { expected: 0, desired: 0 }
    : { expected: scale, desired: partOf(minAvailable, scale) };
}

/** Whether the budget depends on the scale of the pods' controllers, in addition to the existing pods. */
export function needsScale(budget: ApiObject): boolean {
  const { maxUnavailable, minAvailable } = decoded<PodDisruptionBudget>(budget).spec ?? {};
  return maxUnavailable !== undefined || typeof minAvailable === "string";
}

/** A number, or a percentage of a whole, rounded up. @throws Error for any other text */
export function partOf(value: number | string, whole: number): number {
  if (typeof value === "number") return value;
  const [, percent] = /^([+-]?\d+)%$/.exec(value) ?? [];
  if (percent === undefined) throw new Error(`invalid value for IntOrString: invalid type: string is not a percentage`);
  return Math.ceil((Number(percent) * whole) / 100);
}

/** The new status of a budget. @param now milliseconds since the epoch */
export function nextStatus(
  budget: ApiObject,
  { expected, desired }: Demand,
  healthy: number,
  disrupted: Disrupted,
  now: number,
): BudgetStatus {
  const known = statusOf(budget);
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const { generation } = budget.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return {
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
    ...(isEmptyMap(disrupted.pods) ? {} : { disruptedPods: disrupted.pods }),
    ...observed,
    conditions: withCondition(
      known.conditions ?? [],
      {
        type: ALLOWED,
        status: allowed > 0 ? "True" : "False",
        reason: allowed > 0 ? "SufficientPods" : "InsufficientPods",
        message: "",
        ...observed,
      },
      timestamp(now),
    ),
  };
}

/** The status that allows no disruption, because of an error. */
export function failedStatus(budget: ApiObject, message: string, now: number): BudgetStatus {
  const known = statusOf(budget);
  const { observedGeneration } = known;
  const condition = {
    type: ALLOWED,
    status: "False",
    reason: "SyncFailed",
    message,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  };
  return {
    ...known,
    disruptionsAllowed: 0,
    conditions: withCondition(known.conditions ?? [], condition, timestamp(now)),
  };
}
