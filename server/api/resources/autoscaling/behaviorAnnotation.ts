import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from "kubernetes-types/autoscaling/v2";

/** The annotation spells members with capitals and writes every one of them. Readers accept any capitalisation. */
interface EncodedRules {
  readonly StabilizationWindowSeconds: number | null;
  readonly SelectPolicy: string | null;
  readonly Policies:
    | readonly { readonly Type: string; readonly Value: number; readonly PeriodSeconds: number }[]
    | null;
}

/** Scaling behaviour as the `behavior` annotation of autoscaling/v1 carries it. */
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

/** The inverse of {@link encodeBehavior}, from decoded JSON; undefined when it is no object. */
export function decodeBehavior(encoded: unknown): HorizontalPodAutoscalerBehavior | undefined {
  if (typeof encoded !== "object" || encoded === null || Array.isArray(encoded)) return undefined;
  return lowerKeys(encoded) as HorizontalPodAutoscalerBehavior;
}

/** Members with a small first letter, those without a value left out. */
function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), lowerKeys(member)]),
  );
}
