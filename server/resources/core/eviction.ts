/** Deleting a pod by leave of its disruption budget. */

import type { ApiObject } from "../../../shared/object.ts";
import { fromStructured, matchesLabels } from "../../../shared/selectors/labelSelector.ts";
import { ApiError, badRequest, internalError, notFound } from "../../../shared/status.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Action, ActionContext } from "../../registry/action.ts";
import { success } from "./binding.ts";
import { asPod } from "./views.ts";

const BUDGETS = { group: "policy", resource: "poddisruptionbudgets" };
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

/** The part of a delete request's body that an eviction may carry. */
export interface EvictionDeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: string;
  readonly dryRun?: readonly string[];
}

/** What eviction needs of the registry. */
export interface PodEvictor {
  /** Deletes a pod as a delete request would. @throws ApiError */
  deletePod(context: ActionContext, name: string, options: EvictionDeleteOptions): Promise<void>;
  /** Changes the status of a disruption budget under a revision guard. @throws ApiError */
  updateBudget(context: ActionContext, name: string, change: (budget: ApiObject) => ApiObject): Promise<void>;
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
  };
}

const asBudget = (object: ApiObject): Budget => object as unknown as Budget;

/** A pod that runs nothing, or is about to end anyway, disrupts nobody. */
function needsNoLeave(pod: ApiObject): boolean {
  const phase = asPod(pod).status?.phase;
  return (
    phase === "Succeeded" || phase === "Failed" || phase === "Pending" || pod.metadata.deletionTimestamp !== undefined
  );
}

/** The budgets that cover a pod. A budget without a selector covers none, an empty selector all. */
function budgetsOf(context: ActionContext, pod: ApiObject): ApiObject[] {
  return [...context.reader.list(BUDGETS, context.namespace)].filter((object) => {
    const selector = asBudget(object).spec?.selector;
    return selector !== undefined && matchesLabels(fromStructured(selector), pod.metadata.labels);
  });
}

/**
 * A copy of the budget with one disruption taken.
 * @throws ApiError 429 when there is none left, or nobody has counted yet
 */
export function takeDisruption(budget: ApiObject, podName: string, time: string): ApiObject {
  const { status = {} } = asBudget(budget);
  const name = budget.metadata.name ?? "";
  const refuse = (message: string, retryAfterSeconds?: number): ApiError =>
    new ApiError(429, "TooManyRequests", VIOLATION, {
      causes: [{ reason: "DisruptionBudget", message }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    throw refuse(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const allowed = status.disruptionsAllowed ?? 0;
  if (allowed <= 0) {
    throw refuse(
      `The disruption budget ${name} needs ${status.desiredHealthy ?? 0} healthy pods and has ${status.currentHealthy ?? 0} currently`,
    );
  }
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: allowed - 1,
      disruptedPods: { ...status.disruptedPods, [podName]: time },
    },
  };
}

/** Answers `pods/eviction`. */
export function evictionAction(registry: PodEvictor): Action {
  return async (context, eviction) => {
    if ((eviction.metadata.name ?? "") !== context.name) {
      throw badRequest("name in URL does not match name in Eviction object");
    }
    const pod = context.parent ?? context.reader.get({ group: "", resource: "pods" }, context.namespace, context.name);
    if (pod === undefined) throw notFound({ group: "", resource: "pods" }, context.name);
    const options = (eviction["deleteOptions"] ?? {}) as EvictionDeleteOptions;
    if (!needsNoLeave(pod)) {
      const budgets = budgetsOf(context, pod);
      if (budgets.length > 1) {
        throw internalError(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
        );
      }
      const budget = budgets[0];
      if (budget !== undefined) {
        const time = timestamp(context.now());
        await registry.updateBudget(context, budget.metadata.name ?? "", (current) =>
          takeDisruption(current, context.name, time),
        );
      }
    }
    await registry.deletePod(context, context.name, options);
    return success();
  };
}
