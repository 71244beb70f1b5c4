import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from "kubernetes-types/autoscaling/v2";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";

/** In seconds. */
const MAX_PERIOD = 1800;
/** In seconds. */
const MAX_WINDOW = 3600;
const SELECTIONS = ["Disabled", "Max", "Min"];
const POLICY_TYPES = ["Percent", "Pods"];

/** Field errors of an autoscaler's scaling behaviour. */
export function* behaviorErrors(
  behavior: HorizontalPodAutoscalerBehavior | undefined,
  path: string,
): Steps<FieldError[]> {
  return [
    ...(yield* scalingErrors(behavior?.scaleUp, child(path, "scaleUp"))),
    ...(yield* scalingErrors(behavior?.scaleDown, child(path, "scaleDown"))),
  ];
}

function* scalingErrors(rules: HPAScalingRules | undefined, path: string): Steps<FieldError[]> {
  if (rules === undefined) return [];
  const errors: FieldError[] = [];
  const window = rules.stabilizationWindowSeconds;
  const windowPath = child(path, "stabilizationWindowSeconds");
  if (window !== undefined && window < 0) {
    errors.push(invalid(windowPath, window, "must be greater than or equal to zero"));
  }
  if (window !== undefined && window > MAX_WINDOW) {
    errors.push(invalid(windowPath, window, `must be less than or equal to ${MAX_WINDOW}`));
  }
  if (rules.selectPolicy !== undefined && !SELECTIONS.includes(rules.selectPolicy)) {
    errors.push(notSupported(child(path, "selectPolicy"), rules.selectPolicy, SELECTIONS));
  }
  const policies = rules.policies ?? [];
  const at = child(path, "policies");
  if (policies.length === 0) errors.push(required(at, "must specify at least one Policy"));
  return [...errors, ...(yield* errorsOfEach(policies, at, validatePolicy))];
}

function validatePolicy(policy: Partial<HPAScalingPolicy>, path: string): FieldError[] {
  const { type = "", value = 0, periodSeconds = 0 } = policy;
  const errors: FieldError[] = [];
  const periodPath = child(path, "periodSeconds");
  if (!POLICY_TYPES.includes(type)) errors.push(notSupported(child(path, "type"), type, POLICY_TYPES));
  if (value <= 0) errors.push(invalid(child(path, "value"), value, "must be greater than zero"));
  if (periodSeconds <= 0) errors.push(invalid(periodPath, periodSeconds, "must be greater than zero"));
  if (periodSeconds > MAX_PERIOD) {
    errors.push(invalid(periodPath, periodSeconds, `must be less than or equal to ${MAX_PERIOD}`));
  }
  return errors;
}
