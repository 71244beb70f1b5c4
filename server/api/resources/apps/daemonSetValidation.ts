import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy } from "kubernetes-types/apps/v1";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { intOrStringText, invalidText, labelSelectorText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { isNone, validateAtMostHundredPercent, validatePositiveIntOrPercent } from "../strategies/intOrPercent.ts";
import { isEmptySelector, isUsable, validateRunsForever, validateTemplateLabels } from "../strategies/workload.ts";
import { validatePodTemplateSpec } from "../validation/pod/podTemplate.ts";
import { notSupportedText, strategyText } from "./strategyText.ts";

/** Field errors of the spec of a daemon set. An absent selector is reported as one that does not match. */
export function* validateDaemonSet(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: Partial<DaemonSetSpec> = (yield* decodedInSteps<DaemonSet>(object)).spec ?? {};
  const template = child("spec", "template");
  const path = child("spec", "selector");
  const usable = yield* isUsable(spec.selector);
  return [
    ...(yield* labelSelectorErrors(spec.selector, path)),
    ...(usable ? yield* validateTemplateLabels(spec.template, spec.selector, template) : []),
    ...(isEmptySelector(spec.selector)
      ? [invalidText(path, labelSelectorText(spec.selector), "empty selector is invalid for daemonset")]
      : []),
    ...(yield* validatePodTemplateSpec(spec.template, template, context)),
    ...validateRunsForever(spec.template, template, "DaemonSet"),
    ...validateNonNegative(spec.minReadySeconds, child("spec", "minReadySeconds")),
    ...validateUpdateStrategy(spec.updateStrategy, child("spec", "updateStrategy")),
    ...validateNonNegative(spec.revisionHistoryLimit, child("spec", "revisionHistoryLimit")),
  ];
}

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy | undefined, path: string): FieldError[] {
  if (strategy?.type === "OnDelete") return [];
  if (strategy?.type !== "RollingUpdate") {
    const shown = strategyText("apps.DaemonSetUpdateStrategy", "apps.RollingUpdateDaemonSet", strategy);
    return [notSupportedText(path, shown, ["RollingUpdate", "OnDelete"])];
  }
  const at = child(path, "rollingUpdate");
  const rolling = strategy.rollingUpdate;
  if (rolling === undefined) return [required(at)];
  const { maxUnavailable, maxSurge } = rolling;
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, child(at, "maxUnavailable")),
    ...validatePositiveIntOrPercent(maxSurge, child(at, "maxSurge")),
    ...validateAtMostHundredPercent(maxUnavailable, child(at, "maxUnavailable")),
    ...validateAtMostHundredPercent(maxSurge, child(at, "maxSurge")),
  ];
  // A node runs one pod of a daemon set, so either the old pod is removed first or the new pod is added first, not
  // both.
  if (!isNone(maxUnavailable) && !isNone(maxSurge)) {
    errors.push(
      invalidText(child(at, "maxSurge"), intOrStringText(maxSurge), "may not be set when maxUnavailable is non-zero"),
    );
  } else if (isNone(maxUnavailable) && isNone(maxSurge)) {
    errors.push(required(child(at, "maxUnavailable"), "cannot be 0 when maxSurge is 0"));
  }
  return errors;
}

const COUNTS = [
  "currentNumberScheduled",
  "numberMisscheduled",
  "desiredNumberScheduled",
  "numberReady",
  "observedGeneration",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "collisionCount",
] as const;

/** Field errors of its status. */
export function validateDaemonSetStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const status = withoutNulls(narrow<DaemonSet>(object).status);
  const before = withoutNulls(narrow<DaemonSet>(old).status).collisionCount;
  const errors = COUNTS.flatMap((name) => validateNonNegative(status[name], `status.${name}`));
  if (before !== undefined && (status.collisionCount ?? 0) < before) {
    errors.push(invalid("status.collisionCount", status.collisionCount ?? 0, "cannot be decremented"));
  }
  return errors;
}
