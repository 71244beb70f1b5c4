/** Rules of autoscalers, in terms of autoscaling/v2. */
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from "kubernetes-types/autoscaling/v2";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkPathSegment, invalidBy } from "../validation/names.ts";

const NOT_NEGATIVE = "must be greater than or equal to 0";
const POLICY_PERIOD_LIMIT = 1800;
const WINDOW_LIMIT = 3600;

/** Field errors of the spec of an autoscaler. */
export function validateHorizontalPodAutoscaler(object: ApiObject): FieldError[] {
  const spec = decoded<HorizontalPodAutoscaler>(object).spec;
  const path = "spec";
  const errors: FieldError[] = [];
  const min = spec?.minReplicas;
  const max = spec?.maxReplicas ?? 0;
  if (min !== undefined && min < 1) {
    errors.push(invalid(child(path, "minReplicas"), min, "must be greater than or equal to 1"));
  }
  if (max < 1) errors.push(invalid(child(path, "maxReplicas"), max, "must be greater than 0"));
  if (min !== undefined && max < min) {
    errors.push(invalid(child(path, "maxReplicas"), max, "must be greater than or equal to `minReplicas`"));
  }
  errors.push(...validateReference(spec?.scaleTargetRef, child(path, "scaleTargetRef")));
  for (const [i, metric] of (spec?.metrics ?? []).entries()) {
    errors.push(...validateMetric(metric, index(child(path, "metrics"), i)));
  }
  errors.push(...validateBehavior(spec?.behavior, child(path, "behavior")));
  return errors;
}

/** Field errors of the status of an autoscaler. */
export function validateHorizontalPodAutoscalerStatus(object: ApiObject): FieldError[] {
  const status = decoded<HorizontalPodAutoscaler>(object).status;
  return (["currentReplicas", "desiredReplicas"] as const)
    .filter((name) => (status?.[name] ?? 0) < 0)
    .map((name) => invalid(`status.${name}`, status?.[name], NOT_NEGATIVE));
}

function validateReference(reference: { kind?: string; name?: string } | undefined, path: string): FieldError[] {
  return (["kind", "name"] as const).flatMap((member) => {
    const value = reference?.[member] ?? "";
    return value === ""
      ? [required(child(path, member))]
      : invalidBy(child(path, member), value, checkPathSegment(value));
  });
}

const SOURCES: Readonly<Record<string, string>> = {
  Object: "object",
  Pods: "pods",
  Resource: "resource",
  External: "external",
  ContainerResource: "containerResource",
};

function validateMetric(metric: MetricSpec, path: string): FieldError[] {
  const type = metric.type ?? "";
  if (type === "") return [required(child(path, "type"), "must specify a metric source type")];
  const wanted = SOURCES[type];
  if (wanted === undefined) {
    return [notSupported(child(path, "type"), type, ["ContainerResource", "External", "Object", "Pods", "Resource"])];
  }
  const errors: FieldError[] = [];
  const given = Object.values(SOURCES).filter((name) => metric[name as "object"] !== undefined);
  for (const [i, name] of given.entries()) {
    if (i > 0) errors.push(forbidden(child(path, name), "must populate the given metric source only"));
  }
  if (metric[wanted as "object"] === undefined) {
    errors.push(required(child(path, wanted), "must populate information for the given metric source"));
  }
  return [...errors, ...validateSources(metric, path)];
}

function validateSources(metric: MetricSpec, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { object, pods, resource, containerResource, external } = metric;
  if (object !== undefined) {
    const at = child(path, "object");
    errors.push(...validateReference(object.describedObject, child(at, "describedObject")));
    errors.push(...validateIdentifier(object.metric, child(at, "metric")));
    errors.push(...validateTarget(object.target, child(at, "target")));
    if (object.target?.value === undefined && object.target?.averageValue === undefined) {
      errors.push(required(child(at, "target.averageValue"), "must set either a target value or averageValue"));
    }
  }
  if (external !== undefined) {
    const at = child(path, "external");
    errors.push(...validateIdentifier(external.metric, child(at, "metric")));
    errors.push(...validateTarget(external.target, child(at, "target")));
    const { value, averageValue } = external.target ?? {};
    if (value === undefined && averageValue === undefined) {
      errors.push(
        required(child(at, "target.averageValue"), "must set either a target value for metric or a per-pod target"),
      );
    }
    if (value !== undefined && averageValue !== undefined) {
      errors.push(
        forbidden(child(at, "target.value"), "may not set both a target value for metric and a per-pod target"),
      );
    }
  }
  if (pods !== undefined) {
    const at = child(path, "pods");
    errors.push(...validateIdentifier(pods.metric, child(at, "metric")));
    errors.push(...validateTarget(pods.target, child(at, "target")));
    if (pods.target?.averageValue === undefined) {
      errors.push(required(child(at, "target.averageValue"), "must specify a positive target averageValue"));
    }
  }
  if (containerResource !== undefined) {
    const at = child(path, "containerResource");
    if ((containerResource.name ?? "") === "") errors.push(required(child(at, "name"), "must specify a resource name"));
    if ((containerResource.container ?? "") === "")
      errors.push(required(child(at, "container"), "must specify a container"));
    errors.push(...validateResourceTarget(containerResource.target, child(at, "target")));
  }
  if (resource !== undefined) {
    const at = child(path, "resource");
    if ((resource.name ?? "") === "") errors.push(required(child(at, "name"), "must specify a resource name"));
    errors.push(...validateResourceTarget(resource.target, child(at, "target")));
  }
  return errors;
}

function validateResourceTarget(target: MetricTarget | undefined, path: string): FieldError[] {
  const errors = validateTarget(target, path);
  if (target?.averageUtilization === undefined && target?.averageValue === undefined) {
    errors.push(
      required(child(path, "averageUtilization"), "must set either a target raw value or a target utilization"),
    );
  }
  if (target?.averageUtilization !== undefined && target.averageValue !== undefined) {
    errors.push(forbidden(child(path, "averageValue"), "may not set both a target raw value and a target utilization"));
  }
  return errors;
}

function validateIdentifier(metric: MetricIdentifier | undefined, path: string): FieldError[] {
  const name = metric?.name ?? "";
  if (name === "") return [required(child(path, "name"))];
  return [
    ...invalidBy(child(path, "name"), name, checkPathSegment(name)),
    ...validateLabelSelector(metric?.selector, child(path, "selector")),
  ];
}

const TARGET_TYPES = ["Utilization", "Value", "AverageValue"];
const notPositive = (quantity: string | undefined): boolean =>
  quantity !== undefined && (quantity.startsWith("-") || /^[+]?0*(\.0*)?[a-zA-Z]*$/.test(quantity));

function validateTarget(target: MetricTarget | undefined, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const type = target?.type ?? "";
  if (type === "") errors.push(required(child(path, "type"), "must specify a metric target type"));
  if (!TARGET_TYPES.includes(type)) {
    errors.push(invalid(child(path, "type"), type, "must be either Utilization, Value, or AverageValue"));
  }
  if (notPositive(target?.value)) errors.push(invalid(child(path, "value"), target?.value, "must be positive"));
  if (notPositive(target?.averageValue)) {
    errors.push(invalid(child(path, "averageValue"), target?.averageValue, "must be positive"));
  }
  if (target?.averageUtilization !== undefined && target.averageUtilization < 1) {
    errors.push(invalid(child(path, "averageUtilization"), target.averageUtilization, "must be greater than 0"));
  }
  return errors;
}

function validateBehavior(behavior: HorizontalPodAutoscalerBehavior | undefined, path: string): FieldError[] {
  return [
    ...validateRules(behavior?.scaleUp, child(path, "scaleUp")),
    ...validateRules(behavior?.scaleDown, child(path, "scaleDown")),
  ];
}

function validateRules(rules: HPAScalingRules | undefined, path: string): FieldError[] {
  if (rules === undefined) return [];
  const errors: FieldError[] = [];
  const window = rules.stabilizationWindowSeconds;
  if (window !== undefined && window < 0) {
    errors.push(invalid(child(path, "stabilizationWindowSeconds"), window, "must be greater than or equal to zero"));
  }
  if (window !== undefined && window > WINDOW_LIMIT) {
    errors.push(
      invalid(child(path, "stabilizationWindowSeconds"), window, `must be less than or equal to ${WINDOW_LIMIT}`),
    );
  }
  if (rules.selectPolicy !== undefined && !["Max", "Min", "Disabled"].includes(rules.selectPolicy)) {
    errors.push(notSupported(child(path, "selectPolicy"), rules.selectPolicy, ["Disabled", "Max", "Min"]));
  }
  const policies = child(path, "policies");
  if ((rules.policies ?? []).length === 0) errors.push(required(policies, "must specify at least one Policy"));
  for (const [i, policy] of (rules.policies ?? []).entries()) {
    const at = index(policies, i);
    if (policy.type !== "Pods" && policy.type !== "Percent") {
      errors.push(notSupported(child(at, "type"), policy.type, ["Percent", "Pods"]));
    }
    if (policy.value <= 0) errors.push(invalid(child(at, "value"), policy.value, "must be greater than zero"));
    if (policy.periodSeconds <= 0) {
      errors.push(invalid(child(at, "periodSeconds"), policy.periodSeconds, "must be greater than zero"));
    }
    if (policy.periodSeconds > POLICY_PERIOD_LIMIT) {
      errors.push(
        invalid(
          child(at, "periodSeconds"),
          policy.periodSeconds,
          `must be less than or equal to ${POLICY_PERIOD_LIMIT}`,
        ),
      );
    }
  }
  return errors;
}
