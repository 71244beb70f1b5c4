import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { append } from "../../../../shared/collections/append.ts";
import { type FieldError, notSupported } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { type LabelSelectorOptions, labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { invalidText, pointer } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateAtMostHundredPercent, validatePositiveIntOrPercent } from "../strategies/intOrPercent.ts";
import { type ConditionShape, conditionErrors } from "../validation/conditions.ts";
import { selectorOptions } from "../validation/selectorValues.ts";

const EVICTION_POLICIES = ["AlwaysAllow", "IfHealthyBudget"];

function* specErrors(object: ApiObject, options: LabelSelectorOptions = {}): Steps<FieldError[]> {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } =
    (yield* decodedInSteps<PodDisruptionBudget>(object)).spec ?? {};
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const rendered = [
      `MinAvailable:${pointer("intstr.IntOrString", minAvailable)}`,
      `Selector:${pointer("v1.LabelSelector", selector)}`,
      `MaxUnavailable:${pointer("intstr.IntOrString", maxUnavailable)}`,
      `UnhealthyPodEvictionPolicy:${pointer("policy.UnhealthyPodEvictionPolicyType", unhealthyPodEvictionPolicy)}`,
    ].join(", ");
    errors.push(
      invalidText(
        "spec",
        `policy.PodDisruptionBudgetSpec{${rendered}}`,
        "minAvailable and maxUnavailable cannot be both set",
      ),
    );
  }
  for (const [name, value] of Object.entries({ minAvailable, maxUnavailable })) {
    append(errors, validatePositiveIntOrPercent(value, `spec.${name}`));
    append(errors, validateAtMostHundredPercent(value, `spec.${name}`));
  }
  append(errors, yield* labelSelectorErrors(selector, "spec.selector", options));
  if (unhealthyPodEvictionPolicy !== undefined && !EVICTION_POLICIES.includes(unhealthyPodEvictionPolicy)) {
    errors.push(notSupported("spec.unhealthyPodEvictionPolicy", unhealthyPodEvictionPolicy, EVICTION_POLICIES));
  }
  return errors;
}

const COUNTS = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] as const;

function* statusErrors(object: ApiObject): Steps<FieldError[]> {
  const { status } = yield* decodedInSteps<PodDisruptionBudget>(object);
  return [
    ...(yield* conditionErrors(status?.conditions as readonly ConditionShape[] | undefined, "status.conditions")),
    ...COUNTS.flatMap((name) => validateNonNegative(status?.[name], `status.${name}`)),
  ];
}

const own: Strategy = {
  plainMetadata: true,
  metadataOnUpdate: [],
  // An update needs the version that the client has read, so that it cannot overwrite a newer change.
  allowUnconditionalUpdate: false,
  *validating(_context, object, old) {
    if (old === undefined) return yield* specErrors(object);
    const stored = yield* decodedInSteps<PodDisruptionBudget>(old);
    return yield* specErrors(object, yield* selectorOptions([stored.spec?.selector]));
  },
};

/** Rules of pod disruption budgets. */
export const podDisruptionBudgetStrategy = specStatusStrategy(own, {
  emptyStatus: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
});

/** Rules of the status of pod disruption budgets. */
export const podDisruptionBudgetStatusStrategy = statusStrategy(podDisruptionBudgetStrategy, {
  metadataOnUpdate: [],
  validating: (_context, object) => statusErrors(object),
});
