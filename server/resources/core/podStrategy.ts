import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { hostnameWarnings } from "../validation/hostnameWarnings.ts";
import { dropDisabledFields } from "../validation/pod/disabledFields.ts";
import { podWarnings } from "../validation/pod/podWarnings.ts";
import { fillAffinitySelectors, syncAppArmor } from "./podPreparation.ts";
import { qosClass } from "./podQos.ts";
import { validatePodStatus } from "./podStatusValidation.ts";
import { validatePodUpdate } from "./podUpdate.ts";
import { validateAnnotationUpdate, validateNewPod, validatePod } from "./podValidation.ts";
import { asPod } from "./views.ts";

/** A finished pod runs nothing, a pod without a node has nowhere to run: neither needs time to end. */
function graceSeconds(object: ApiObject, requested: number | undefined): number {
  const { spec, status } = asPod(object);
  if ((spec?.nodeName ?? "") === "" || status?.phase === "Failed" || status?.phase === "Succeeded") return 0;
  const seconds = requested ?? spec?.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

/** A pod that must not be scheduled yet says so from the start. */
const GATED = {
  type: "PodScheduled",
  status: "False",
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

const own: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    const pod = asPod(object);
    const gated = (pod.spec?.schedulingGates ?? []).length > 0;
    const quality = qosClass(pod.spec);
    object["status"] = { phase: "Pending", ...(gated ? { conditions: [{ ...GATED }] } : {}), qosClass: quality };
    dropDisabledFields(pod.spec, undefined, context.features);
    fillAffinitySelectors(pod);
    syncAppArmor(context, pod);
  },
  prepareForUpdate: (context, object, old) => dropDisabledFields(asPod(object).spec, asPod(old).spec, context.features),
  validate: validateNewPod,
  validateUpdate: (context, object, old) => [
    ...validatePod(context, object),
    ...validateAnnotationUpdate(context, object, old),
    ...validatePodUpdate(asPod(object).spec, asPod(old).spec),
  ],
  warningsOnCreate: (context, object) => [
    ...hostnameWarnings(object.metadata.name, "this is used in the Pod's hostname"),
    ...podWarnings(asPod(object), "", context.vocabulary),
  ],
  gracefulDeletion: (_context, object, requested) => graceSeconds(object, requested),
};

/** Pods: their status starts pending, with the class that follows from the spec. */
export const podStrategy = specStatusStrategy(own, { tracksGeneration: false });

/** What a node reports about its pods; owners and deletion are no part of it. */
export const podStatusStrategy = statusStrategy(podStrategy, {
  resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
  prepare(_context, object, old) {
    const status = { ...(object["status"] as Record<string, unknown> | undefined) };
    // The class follows from the spec, and the spec did not change.
    const before = asPod(old).status?.qosClass ?? qosClass(asPod(old).spec);
    if ((status["qosClass"] ?? "") === "") status["qosClass"] = before;
    object["status"] = status;
    object.metadata.deletionTimestamp = old.metadata.deletionTimestamp;
    if (old.metadata.deletionTimestamp === undefined) delete object.metadata.deletionTimestamp;
    if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences;
    else object.metadata.ownerReferences = old.metadata.ownerReferences;
  },
  validate: (context, object, old) => [
    ...validateAnnotationUpdate(context, object, old),
    ...validatePodStatus(asPod(object), asPod(old)),
  ],
});
