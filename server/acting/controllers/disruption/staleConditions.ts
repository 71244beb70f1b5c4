import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { asPod, isFinished, podCondition, timeOf } from "../pods/podState.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const TARGET = "DisruptionTarget";
/** Milliseconds for which a pod may be marked for disruption without being deleted. */
const TIMEOUT = 120_000;

/**
 * Milliseconds until the condition is stale; undefined when the pod does not have it, or may keep it: the node's own
 * disruptions have no timeout. A condition without a time is stale at once.
 */
export function untilStale(pod: ApiObject, now: number): number | undefined {
  const condition = podCondition(pod, TARGET);
  if (condition?.status !== "True" || condition.reason === "TerminationByKubelet") return undefined;
  if (isFinished(pod) || pod.metadata.deletionTimestamp !== undefined) return undefined;
  return Math.max(0, (timeOf(condition.lastTransitionTime) ?? 0) + TIMEOUT - now);
}

/** Resets the condition that a pod is about to be disrupted, when it was not deleted. */
export function resetStaleConditions(parts: InformedParts): RunningController {
  const { client, informers, now } = parts;
  const pods = informers.of(PODS);
  return startController(parts, {
    sources: [
      {
        informer: pods,
        keys: ({ type, object: { metadata }, object }) =>
          type === "deleted" || untilStale(object, now()) === undefined
            ? []
            : [`${metadata.namespace}/${metadata.name}`],
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      const wait = pod === undefined ? undefined : untilStale(pod, now());
      if (pod === undefined || wait === undefined) return undefined;
      if (wait > 0) return { requeueAfter: wait };
      const { status } = asPod(pod);
      const reset = { type: TARGET, status: "False", lastTransitionTime: timestamp(now()) };
      const conditions = (status?.conditions ?? []).map((each) => (each.type === TARGET ? reset : each));
      const next = { ...pod, status: { ...status, conditions } };
      await ignoring(["NotFound"], client.update({ ...PODS, namespace, name, subresource: "status" }, next));
      await informers.fresh();
      return undefined;
    },
  });
}
