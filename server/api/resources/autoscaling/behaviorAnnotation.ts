import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from "kubernetes-types/autoscaling/v2";

/** The annotation capitalises member names and includes every member. Readers accept any capitalisation. */
interface EncodedRules {
  readonly StabilizationWindowSeconds: number | null;
  readonly SelectPolicy: string | null;
  readonly Policies:
    | readonly { readonly Type: string; readonly Value: number; readonly PeriodSeconds: number }[]
    | null;
}

/** Encodes scaling behaviour for the `behavior` annotation of autoscaling/v1. */
export function encodeBehavior(behavior: HorizontalPodAutoscalerBehavior): string {
  return JSON.stringify({ ScaleUp: encodeRules(behavior.scaleUp), ScaleDown: encodeRules(behavior.scaleDown) });
}

function encodeRules(rules: HPAScalingRules | undefined): EncodedRules | null {
  if (rules === undefined) return null;
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies:
      rules.policies?.map(({ type, value, periodSeconds }) => ({
        Type: type,
        Value: value,
        PeriodSeconds: periodSeconds,
      })) ?? null,
  };
}

/** The inverse of {@link encodeBehavior}, from decoded JSON; undefined when it is not an object. */
export function decodeBehavior(encoded: unknown): HorizontalPodAutoscalerBehavior | undefined {
  if (typeof encoded !== "object" || encoded === null || Array.isArray(encoded)) return undefined;
  return lowerKeys(encoded) as HorizontalPodAutoscalerBehavior;
}

/** Changes the first letter of member names to lower case, recursively, and drops null members. */
function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), lowerKeys(member)]),
  );
}
