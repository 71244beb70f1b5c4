import type { ReplicaSet, ReplicaSetSpec } from "kubernetes-types/apps/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { invalidText, labelSelectorText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { isUsable, validatePodSelector, validateRunningTemplate } from "../strategies/workload.ts";
import { validateReplicaParts } from "./replicaCounts.ts";

/** Field errors of the spec of a replica set. */
export function* validateReplicaSet(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: Partial<ReplicaSetSpec> = (yield* decodedInSteps<ReplicaSet>(object)).spec ?? {};
  const path = "spec";
  const errors = [
    ...validateNonNegative(spec.replicas, child(path, "replicas")),
    ...validateNonNegative(spec.minReadySeconds, child(path, "minReadySeconds")),
    ...(yield* validatePodSelector(spec.selector, child(path, "selector"), "deployment")),
  ];
  if (!(yield* isUsable(spec.selector))) {
    return [
      ...errors,
      invalidText(child(path, "selector"), labelSelectorText(spec.selector), "invalid label selector"),
    ];
  }
  const template = child(path, "template");
  return [
    ...errors,
    ...(yield* validateRunningTemplate(context, spec.template, spec.selector, template, "ReplicaSet")),
  ];
}

const PARTS = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] as const;

/** Field errors of its status. */
export function validateReplicaSetStatus(object: ApiObject): FieldError[] {
  const status = { replicas: 0, ...withoutNulls(narrow<ReplicaSet>(object).status) };
  const errors: FieldError[] = [];
  for (const name of ["replicas", ...PARTS, "observedGeneration"] as const) {
    append(errors, validateNonNegative(status[name], `status.${name}`));
  }
  return [...errors, ...validateReplicaParts(status, PARTS, "readyReplicas")];
}
