import type { MetricTarget } from "kubernetes-types/autoscaling/v2";
import { child, type FieldError, forbidden, invalid, required } from "../../../../shared/fieldError.ts";
import { compareQuantities } from "../../../ground/formats/quantity.ts";
import { invalidText, quantityText } from "../../../ground/formats/wording/goText.ts";

const TYPES = ["Utilization", "Value", "AverageValue"];

type Target = Partial<MetricTarget> | undefined;

function validateTarget(target: Target, path: string): FieldError[] {
  const { type = "", averageUtilization } = target ?? {};
  const errors: FieldError[] = [];
  if (type === "") errors.push(required(child(path, "type"), "must specify a metric target type"));
  if (!TYPES.includes(type)) {
    errors.push(invalid(child(path, "type"), type, "must be either Utilization, Value, or AverageValue"));
  }
  for (const member of ["value", "averageValue"] as const) {
    const amount = target?.[member];
    if (amount !== undefined && compareQuantities(amount, "0") <= 0) {
      errors.push(invalidText(child(path, member), quantityText(amount), "must be positive"));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(child(path, "averageUtilization"), averageUtilization, "must be greater than 0"));
  }
  return errors;
}

/** Field errors of the target of an object metric: a total value or an average per pod. */
export function validateObjectTarget(target: Target, path: string): FieldError[] {
  const errors = validateTarget(target, path);
  if (target?.value === undefined && target?.averageValue === undefined) {
    errors.push(required(child(path, "averageValue"), "must set either a target value or averageValue"));
  }
  return errors;
}

/** Field errors of the target of an external metric: a total value or an average per pod, not both. */
export function validateExternalTarget(target: Target, path: string): FieldError[] {
  const errors = validateTarget(target, path);
  const { value, averageValue } = target ?? {};
  if (value === undefined && averageValue === undefined) {
    const detail = "must set either a target value for metric or a per-pod target";
    errors.push(required(child(path, "averageValue"), detail));
  }
  if (value !== undefined && averageValue !== undefined) {
    errors.push(forbidden(child(path, "value"), "may not set both a target value for metric and a per-pod target"));
  }
  return errors;
}

/** Field errors of the target of a pods metric, which is an average. */
export function validatePodsTarget(target: Target, path: string): FieldError[] {
  const errors = validateTarget(target, path);
  if (target?.averageValue === undefined) {
    errors.push(required(child(path, "averageValue"), "must specify a positive target averageValue"));
  }
  return errors;
}

/** Field errors of the target of a resource metric: an amount, or a percentage of the requests. */
export function validateResourceTarget(target: Target, path: string): FieldError[] {
  const errors = validateTarget(target, path);
  const { averageUtilization, averageValue } = target ?? {};
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = "must set either a target raw value or a target utilization";
    errors.push(required(child(path, "averageUtilization"), detail));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    errors.push(forbidden(child(path, "averageValue"), "may not set both a target raw value and a target utilization"));
  }
  return errors;
}
