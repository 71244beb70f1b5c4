/** Disruption budgets, as evictions check and consume them. */
import type { ApiObject } from "../../../../../shared/object.ts";
import { fromStructured, matchesLabels } from "../../../../../shared/selectors/labelSelector.ts";
import { ApiError, forbidden } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import type { ActionContext } from "../../../registry/action.ts";
import { narrow } from "../../../registry/strategies/narrow.ts";
import { asPod } from "../views.ts";

const BUDGETS = { group: "policy", resource: "poddisruptionbudgets" };
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";
/** Maximum number of evictions in a budget's status that the controller has not confirmed yet. */
const MAX_DISRUPTED = 2000;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

interface Budget {
  readonly spec?: {
    readonly selector?: Parameters<typeof fromStructured>[0];
    readonly unhealthyPodEvictionPolicy?: string;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly disruptionsAllowed?: number;
    readonly desiredHealthy?: number;
    readonly currentHealthy?: number;
    readonly disruptedPods?: Readonly<Record<string, string>>;
    readonly conditions?: readonly Condition[];
  };
}

/** The budgets that select a pod. A budget without a selector selects no pod, an empty selector selects all. */
export function* budgetsOf(context: ActionContext, pod: ApiObject): Steps<ApiObject[]> {
  const found: ApiObject[] = [];
  yield* context.reader.eachInSteps(BUDGETS, context.namespace, (object) => {
    const selector = narrow<Budget>(object).spec?.selector;
    if (selector !== undefined && matchesLabels(fromStructured(selector), pod.metadata.labels)) found.push(object);
  });
  return found;
}

/**
 * Whether an unready pod may be evicted without counting as a disruption, because enough other pods are healthy or the
 * budget always allows it.
 */
export function mayEvictUnready(budget: ApiObject, pod: ApiObject): boolean {
  if (asPod(pod).status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True")) return false;
  const { spec, status = {} } = narrow<Budget>(budget);
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const desired = status.desiredHealthy ?? 0;
  return desired > 0 && (status.currentHealthy ?? 0) >= desired;
}

const refused = (message: string, retryAfterSeconds?: number): ApiError =>
  new ApiError(429, "TooManyRequests", VIOLATION, {
    causes: [{ reason: "DisruptionBudget", message }],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

/**
 * A copy of the budget with one disruption consumed.
 * @throws ApiError 429 when none is left, or the controller has not counted yet; 403 when the counts are inconsistent
 */
export function takeDisruption(budget: ApiObject, podName: string, time: string): ApiObject {
  const { status = {} } = narrow<Budget>(budget);
  const name = budget.metadata.name ?? "";
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    throw refused(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const allowed = status.disruptionsAllowed ?? 0;
  const kind = { group: BUDGETS.group, resource: "poddisruptionbudget" };
  if (allowed < 0) throw forbidden(kind, name, "pdb disruptions allowed is negative");
  if (Object.keys(status.disruptedPods ?? {}).length > MAX_DISRUPTED) {
    const detail = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
    throw forbidden(kind, name, detail);
  }
  if (allowed === 0) {
    const { desiredHealthy = 0, currentHealthy = 0 } = status;
    throw refused(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
    );
  }
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: allowed - 1,
      disruptedPods: { ...status.disruptedPods, [podName]: time },
      ...(allowed === 1 ? { conditions: withoutDisruptions(status, time) } : {}),
    },
  };
}

/** The conditions of a budget after its last allowed disruption. */
function withoutDisruptions({ conditions = [], observedGeneration }: NonNullable<Budget["status"]>, time: string) {
  const type = "DisruptionAllowed";
  const before = conditions.find((condition) => condition.type === type);
  const now: Condition = {
    type,
    status: "False",
    ...(observedGeneration ? { observedGeneration } : {}),
    lastTransitionTime: before?.status === "False" ? (before.lastTransitionTime ?? time) : time,
    reason: "InsufficientPods",
    message: "",
  };
  return before === undefined ? [...conditions, now] : conditions.map((each) => (each === before ? now : each));
}
