/** Assigning pods to nodes, as a scheduler does. */

import type { ApiObject } from "../../../../../shared/object.ts";
import { ApiError, badRequest, conflict } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { aggregateText } from "../../../../../shared/text/aggregateText.ts";
import { timestamp } from "../../../../../shared/time.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import { mergeValueInSteps } from "../../../../model/apply/jsonMergePatch.ts";
import type { Action, ActionContext } from "../../../registry/action.ts";
import { asBinding, asPod } from "../views.ts";
import { withPodCondition } from "./podCondition.ts";

/** The registry function that binding needs. */
export interface PodUpdater {
  /**
   * Changes a stored pod under a revision guard, and starts over when another write was faster.
   * @throws ApiError not found; whatever `change` throws
   */
  updatePod(context: ActionContext, name: string, change: (pod: ApiObject) => Promise<ApiObject>): Promise<ApiObject>;
}

/** The Status response of a successful action. */
export const success = (code = 201): ApiObject => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code,
});

/**
 * Checks the uid and version of the pod that a binding may name. The reference passes on the message of its storage
 * layer here.
 * @throws ApiError Conflict
 */
function checkMeant({ metadata: { uid = "", resourceVersion = "" } }: ApiObject, pod: ApiObject["metadata"]): void {
  const { name = "", namespace = "" } = pod;
  const compare = (precondition: string, wanted: string, found = ""): void => {
    if (wanted === "" || wanted === found) return;
    const detail = `Precondition failed: ${precondition} in precondition: ${wanted}, ${precondition} in object meta: ${found}`;
    const where = `Code: 4, Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0`;
    const said = `StorageError: invalid object, ${where}, AdditionalErrorMsg: ${detail}`;
    throw conflict({ group: "", resource: "pods" }, name, said);
  };
  compare("UID", uid, pod.uid);
  compare("ResourceVersion", resourceVersion, pod.resourceVersion);
}

/**
 * A copy of the pod assigned to its node, with the matching condition.
 * @param time RFC 3339, whole seconds
 * @throws ApiError Conflict when the pod already has a node, is being deleted or has scheduling gates
 */
export function* assignPod(pod: ApiObject, binding: ApiObject, time: string): Steps<ApiObject> {
  const { metadata, spec } = asPod(pod);
  const name = metadata.name ?? "";
  const refuse = (detail: string): ApiError => conflict({ group: "", resource: "pods/binding" }, name, detail);
  checkMeant(binding, metadata);
  if (metadata.deletionTimestamp !== undefined) {
    throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if ((spec?.nodeName ?? "") !== "") {
    throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(spec?.nodeName)}`);
  }
  if ((spec?.schedulingGates ?? []).length > 0) throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  const condition = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: time };
  const scheduled = withPodCondition(pod, condition);
  const added = binding.metadata.annotations;
  const annotations = added === undefined ? undefined : yield* mergeValueInSteps(metadata.annotations, added);
  return {
    ...scheduled,
    metadata: { ...metadata, ...(annotations === undefined ? {} : { annotations: annotations as typeof added }) },
    spec: { ...spec, nodeName: asBinding(binding).target?.name },
  };
}

/** @throws ApiError 500 as in the reference, which checks these rules outside the usual validation */
function checkTarget(binding: ApiObject): void {
  const { kind = "", name = "" } = asBinding(binding).target ?? {};
  const errors: string[] = [];
  if (kind !== "" && kind !== "Node") {
    errors.push(`target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`);
  }
  if (name === "") errors.push("target.name: Required value");
  if (errors.length > 0) throw new ApiError(500, "", aggregateText(errors));
}

/** Handles `pods/binding` (the path names the pod) and `bindings` (the body names the pod). */
export function bindingAction(registry: PodUpdater): Action {
  return async (context, binding) => {
    const named = binding.metadata.name ?? "";
    if (context.name !== "" && named !== context.name) {
      throw badRequest("name in URL does not match name in Binding object");
    }
    checkTarget(binding);
    if (named === "") throw badRequest("Name parameter required.");
    const time = timestamp(context.now());
    await registry.updatePod(context, context.name === "" ? named : context.name, async (pod) =>
      inTurns(assignPod(pod, binding, time)),
    );
    return success();
  };
}
