/** Eviction: deleting a pod if its disruption budget permits it. */

import type { ApiObject } from "../../../../../shared/object.ts";
import { ApiError, badRequest, notFound } from "../../../../../shared/status.ts";
import { timestamp } from "../../../../../shared/time.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import type { Action, ActionContext } from "../../../registry/action.ts";
import { asPod } from "../views.ts";
import { success } from "./binding.ts";
import { budgetsOf, mayEvictUnready, takeDisruption } from "./disruptionBudget.ts";
import { withPodCondition } from "./podCondition.ts";

/** The part of a delete request's body that an eviction may contain. */
export interface EvictionDeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: string;
  readonly dryRun?: readonly string[];
}

/** The registry functions that eviction needs. On a dry run they change nothing. */
export interface PodEvictor {
  /** Marks a pod as disrupted and deletes it like a delete request. @throws ApiError */
  deletePod(context: ActionContext, name: string, options: EvictionDeleteOptions): Promise<void>;
  /** Changes the status of a disruption budget under a revision guard, on the server's behalf. @throws ApiError */
  updateBudget(context: ActionContext, name: string, change: (budget: ApiObject) => ApiObject): Promise<void>;
}

/** Whether an eviction is no disruption: the pod runs nothing, or is being deleted anyway. */
function needsNoLeave(pod: ApiObject): boolean {
  const phase = asPod(pod).status?.phase;
  return (
    phase === "Succeeded" || phase === "Failed" || phase === "Pending" || pod.metadata.deletionTimestamp !== undefined
  );
}

/** Handles `pods/eviction`. */
export function evictionAction(registry: PodEvictor): Action {
  return async (asked, eviction) => {
    if ((eviction.metadata.name ?? "") !== asked.name) {
      throw badRequest("name in URL does not match name in Eviction object");
    }
    const options = (eviction["deleteOptions"] ?? {}) as EvictionDeleteOptions;
    const context = { ...asked, dryRun: isDryRun(asked, options) };
    const pod = context.parent ?? context.reader.get({ group: "", resource: "pods" }, context.namespace, context.name);
    if (pod === undefined) throw notFound({ group: "", resource: "pods" }, context.name);
    if (!needsNoLeave(pod)) await takeLeave(registry, context, pod);
    await registry.deletePod(context, context.name, options);
    return success();
  };
}

/**
 * The request or the eviction in its body may ask for a dry run.
 * @throws ApiError 500 when they contradict each other
 */
function isDryRun({ dryRun }: ActionContext, options: EvictionDeleteOptions): boolean {
  const own = options.dryRun ?? [];
  if (dryRun && own.length > 0 && own.join(" ") !== "All") {
    const detail = `Non-matching dry-run options in request and content: [All] and [${own.join(" ")}]`;
    throw new ApiError(500, "", detail);
  }
  return dryRun || own.length > 0;
}

/**
 * Consumes a disruption of the pod's budget unless the eviction needs none.
 * @throws ApiError when it is not permitted
 */
async function takeLeave(registry: PodEvictor, context: ActionContext, pod: ApiObject): Promise<void> {
  const [budget, another] = await inTurns(budgetsOf(context, pod));
  if (another !== undefined) {
    const detail = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw new ApiError(500, "", detail);
  }
  if (budget === undefined || mayEvictUnready(budget, pod)) return;
  const time = timestamp(context.now());
  await registry.updateBudget(context, budget.metadata.name ?? "", (current) =>
    takeDisruption(current, context.name, time),
  );
}

/** A copy of a pod with the condition that states the reason of its deletion. */
export const markDisrupted = (pod: ApiObject, time: string): ApiObject =>
  withPodCondition(pod, {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: time,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  });
