/** Rules of autoscalers, in terms of autoscaling/v2. */

import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import type { PodRules } from "../validation/pod/podRules.ts";
import { behaviorErrors } from "./behaviorValidation.ts";
import { validateCrossVersionReference, validateMetric } from "./metricValidation.ts";

/** Metrics that exist without any pod, so that an autoscaler can scale up from zero. */
const WITHOUT_PODS = ["Object", "External"];

/** What the rules of autoscalers need besides the object; a write context provides it. */
interface AutoscalerRules extends PodRules {
  readonly features?: { enabled(name: string): boolean };
}

const minReplicasOf = (object: ApiObject): number | undefined =>
  narrow<HorizontalPodAutoscaler>(object).spec?.minReplicas;

/**
 * Field errors of the spec of an autoscaler.
 * @param old the stored one on updates: if it may scale to zero, the new one may, too
 */
export function* autoscalerErrors(
  object: ApiObject,
  old?: ApiObject,
  rules: AutoscalerRules = {},
): Steps<FieldError[]> {
  const { spec } = yield* decodedInSteps<HorizontalPodAutoscaler>(object);
  const path = "spec";
  const errors: FieldError[] = [];
  const toZero = rules.features?.enabled("HPAScaleToZero") === true || (old !== undefined && minReplicasOf(old) === 0);
  const lowest = toZero ? 0 : 1;
  const min = spec?.minReplicas;
  const max = spec?.maxReplicas ?? 0;
  if (min !== undefined && min < lowest) {
    errors.push(invalid(child(path, "minReplicas"), min, `must be greater than or equal to ${lowest}`));
  }
  if (max < 1) errors.push(invalid(child(path, "maxReplicas"), max, "must be greater than 0"));
  if (min !== undefined && max < min) {
    errors.push(invalid(child(path, "maxReplicas"), max, "must be greater than or equal to `minReplicas`"));
  }
  append(errors, validateCrossVersionReference(spec?.scaleTargetRef, child(path, "scaleTargetRef")));
  const metrics = spec?.metrics ?? [];
  append(errors, yield* errorsOfEach(metrics, "spec.metrics", (metric, at) => validateMetric(metric, at, rules)));
  if (min === 0 && !metrics.some(({ type }) => WITHOUT_PODS.includes(type))) {
    errors.push(
      forbidden(
        "spec.metrics",
        "must specify at least one Object or External metric to support scaling to zero replicas",
      ),
    );
  }
  return [...errors, ...(yield* behaviorErrors(spec?.behavior, child(path, "behavior")))];
}

/** Field errors of the status of an autoscaler. */
export function validateHorizontalPodAutoscalerStatus(object: ApiObject): FieldError[] {
  const status = withoutNulls(narrow<HorizontalPodAutoscaler>(object).status);
  return (["currentReplicas", "desiredReplicas"] as const).flatMap((name) =>
    validateNonNegative(status[name], `status.${name}`),
  );
}
