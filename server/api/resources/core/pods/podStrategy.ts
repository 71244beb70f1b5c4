import type { FieldError } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { timestamp } from "../../../../../shared/time.ts";
import { stepsFor } from "../../../../ground/turns/turnFor.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { hostnameWarnings } from "../../validation/hostnameWarnings.ts";
import { dropDisabledFields } from "../../validation/pod/disabledFields.ts";
import { podWarnings } from "../../validation/pod/podWarnings.ts";
import { asPod } from "../views.ts";
import { dropDisabledStatusFields } from "./disabledStatusFields.ts";
import { fillAffinitySelectors, syncAppArmor } from "./podPreparation.ts";
import { qosClass } from "./podQos.ts";
import { validatePodStatus } from "./podStatusValidation.ts";
import { validatePodUpdate } from "./podUpdate.ts";
import { validateAnnotationUpdate, validateNewPod, validatePod } from "./podValidation.ts";

/**
 * The grace period of a pod. A finished pod runs nothing and a pod without a node runs nowhere, so neither needs one.
 */
function graceSeconds(object: ApiObject, requested: number | undefined): number {
  const { spec, status } = asPod(object);
  if ((spec?.nodeName ?? "") === "" || status?.phase === "Failed" || status?.phase === "Succeeded") return 0;
  const seconds = requested ?? spec?.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

/** The condition of a new pod with scheduling gates. */
const GATED = {
  type: "PodScheduled",
  status: "False",
  lastProbeTime: null,
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

function* prepareNew(context: WriteContext, object: ApiObject): Steps<void> {
  const pod = asPod(object);
  const gated = (pod.spec?.schedulingGates ?? []).length > 0;
  const quality = pod.status?.qosClass ? pod.status.qosClass : yield* qosClass(pod.spec);
  object["status"] = {
    phase: "Pending",
    ...(gated ? { conditions: [{ ...GATED, lastTransitionTime: timestamp(context.now()) }] } : {}),
    qosClass: quality,
  };
  yield* dropDisabledFields(pod.spec, undefined, context.features);
  yield* fillAffinitySelectors(pod);
  yield* syncAppArmor(context, pod);
}

function* validateUpdate(context: WriteContext, object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  return [
    ...(yield* validatePod(context, object, old)),
    ...(yield* validateAnnotationUpdate(context, object, old)),
    ...(yield* validatePodUpdate(asPod(object).spec, asPod(old).spec)),
  ];
}

function* warnings(context: WriteContext, object: ApiObject): Steps<string[]> {
  return [
    ...hostnameWarnings(object.metadata.name, "this is used in the Pod's hostname"),
    ...(yield* podWarnings(asPod(object), "", context.vocabulary)),
  ];
}

const own: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  returnsDeletedObject: true,
  prepareForUpdate: (context, object, old) =>
    stepsFor([object, old], dropDisabledFields(asPod(object).spec, asPod(old).spec, context.features)),
  validating: (context, object, old) =>
    old === undefined ? validateNewPod(context, object) : validateUpdate(context, object, old),
  warningsOnCreate: (context, object) => stepsFor(object, warnings(context, object)),
  gracefulDeletion: (_context, object, requested) => graceSeconds(object, requested),
};

/** Rules of pods. A new pod is pending, with the QoS class that follows from its spec. */
export const podStrategy: Strategy = {
  ...specStatusStrategy(own, { tracksGeneration: false }),
  // The QoS class is the only part of the client's status that is used.
  prepareForCreate: (context, object) => stepsFor(object, prepareNew(context, object)),
};

function* prepareStatus({ features }: WriteContext, object: ApiObject, old: ApiObject): Steps<void> {
  const status = { ...(object["status"] as Record<string, unknown> | undefined) };
  // The QoS class follows from the spec, which has not changed.
  const before = asPod(old).status?.qosClass ?? (yield* qosClass(asPod(old).spec));
  if ((status["qosClass"] ?? "") === "") status["qosClass"] = before;
  yield* dropDisabledStatusFields(status, asPod(old).spec, features);
  object["status"] = status;
  object.metadata.deletionTimestamp = old.metadata.deletionTimestamp;
  if (old.metadata.deletionTimestamp === undefined) delete object.metadata.deletionTimestamp;
  if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences;
  else object.metadata.ownerReferences = old.metadata.ownerReferences;
}

/** Rules of the status that a node reports for its pods; owner references and deletion cannot be changed through it. */
export const podStatusStrategy = statusStrategy(podStrategy, {
  resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
  prepare: (context, object, old) => stepsFor([object, old], prepareStatus(context, object, old)),
  *validating(context, object, old) {
    return [
      ...(yield* validateAnnotationUpdate(context, object, old)),
      ...(yield* validatePodStatus(asPod(object), asPod(old))),
    ];
  },
});
