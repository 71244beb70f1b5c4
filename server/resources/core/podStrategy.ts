import type { FieldError } from "../../../shared/fieldError.ts";
import { forbidden } from "../../../shared/fieldError.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validatePodSpec } from "../validation/pod/podSpec.ts";
import { qosClass } from "./podQos.ts";
import { validatePodUpdate } from "./podUpdate.ts";
import { asPod } from "./views.ts";

/** A finished pod runs nothing, a pod without a node has nowhere to run: neither needs time to end. */
function graceSeconds(object: Parameters<typeof asPod>[0], requested: number | undefined): number {
  const { spec, status } = asPod(object);
  if ((spec?.nodeName ?? "") === "" || status?.phase === "Failed" || status?.phase === "Succeeded") return 0;
  const seconds = requested ?? spec?.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

const own: Strategy = {
  returnsDeletedObject: true,
  prepareForCreate(_context, object) {
    const { spec } = asPod(object);
    object["status"] = { phase: "Pending", qosClass: qosClass(spec) };
    // A pod that must not be scheduled yet says so from the start.
    if ((spec?.schedulingGates ?? []).length > 0) {
      object["status"] = {
        phase: "Pending",
        conditions: [
          {
            type: "PodScheduled",
            status: "False",
            lastProbeTime: null,
            lastTransitionTime: null,
            reason: "SchedulingGated",
            message: "Scheduling is blocked due to non-empty scheduling gates",
          },
        ],
        qosClass: qosClass(spec),
      };
    }
  },
  validate: (context, object) => [...validatePodSpec(asPod(object).spec, "spec", context), ...ephemeralErrors(object)],
  validateUpdate: (context, object, old) => [
    ...validatePodSpec(asPod(object).spec, "spec", context),
    ...validatePodUpdate(asPod(object).spec, asPod(old).spec),
  ],
  gracefulDeletion: (_context, object, requested) => graceSeconds(object, requested),
};

/** Pods: their status starts pending, with the class that follows from the spec. */
export const podStrategy = specStatusStrategy(own, { tracksGeneration: false });

function ephemeralErrors(object: Parameters<typeof asPod>[0]): FieldError[] {
  return (asPod(object).spec?.ephemeralContainers ?? []).length > 0
    ? [forbidden("spec.ephemeralContainers", "cannot be set on create")]
    : [];
}

/** What a node reports about its pods; owners and deletion are no part of it. */
export const podStatusStrategy = statusStrategy(podStrategy, {
  prepare(_context, object, old) {
    const status = { ...(object["status"] as Record<string, unknown> | undefined) };
    // The class follows from the spec, and the spec did not change.
    const before = asPod(old).status?.qosClass ?? qosClass(asPod(old).spec);
    status["qosClass"] = before;
    object["status"] = status;
    object.metadata.deletionTimestamp = old.metadata.deletionTimestamp;
    if (old.metadata.deletionTimestamp === undefined) delete object.metadata.deletionTimestamp;
    if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences;
    else object.metadata.ownerReferences = old.metadata.ownerReferences;
  },
});
