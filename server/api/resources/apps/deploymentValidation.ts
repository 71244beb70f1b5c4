import type { Deployment, DeploymentSpec, DeploymentStatus, DeploymentStrategy } from "kubernetes-types/apps/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { intOrStringText, invalidText, labelSelectorText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { isNone, validateAtMostHundredPercent, validatePositiveIntOrPercent } from "../strategies/intOrPercent.ts";
import { isUsable, validatePodSelector, validateRunningTemplate } from "../strategies/workload.ts";
import { validateCollisionCount, validateReplicaParts } from "./replicaCounts.ts";
import { notSupportedText, strategyText } from "./strategyText.ts";

/** Field errors of the spec of a deployment. */
export function* validateDeployment(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: Partial<DeploymentSpec> = (yield* decodedInSteps<Deployment>(object)).spec ?? {};
  const path = "spec";
  const errors = validateNonNegative(spec.replicas, child(path, "replicas"));
  append(errors, yield* validatePodSelector(spec.selector, child(path, "selector"), "deployment"));
  if (yield* isUsable(spec.selector)) {
    append(
      errors,
      yield* validateRunningTemplate(context, spec.template, spec.selector, child(path, "template"), "ReplicaSet"),
    );
  } else {
    errors.push(invalidText(child(path, "selector"), labelSelectorText(spec.selector), "invalid label selector"));
  }
  append(errors, validateRollout(spec.strategy, child(path, "strategy")));
  append(errors, validateNonNegative(spec.minReadySeconds, child(path, "minReadySeconds")));
  append(errors, validateNonNegative(spec.revisionHistoryLimit, child(path, "revisionHistoryLimit")));
  const deadline = spec.progressDeadlineSeconds;
  if (deadline !== undefined) {
    append(errors, validateNonNegative(deadline, child(path, "progressDeadlineSeconds")));
    if (deadline <= (spec.minReadySeconds ?? 0)) {
      errors.push(invalid(child(path, "progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds"));
    }
  }
  return errors;
}

function validateRollout(strategy: DeploymentStrategy | undefined, path: string): FieldError[] {
  const rolling = strategy?.rollingUpdate;
  const at = child(path, "rollingUpdate");
  if (strategy?.type === "Recreate") {
    return rolling === undefined ? [] : [forbidden(at, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (strategy?.type !== "RollingUpdate") {
    const shown = strategyText("apps.DeploymentStrategy", "apps.RollingUpdateDeployment", strategy);
    return [notSupportedText(path, shown, ["Recreate", "RollingUpdate"])];
  }
  if (rolling === undefined) return [required(at, "this should be defaulted and never be nil")];
  const { maxUnavailable, maxSurge } = rolling;
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, child(at, "maxUnavailable")),
    ...validatePositiveIntOrPercent(maxSurge, child(at, "maxSurge")),
  ];
  // With neither fewer nor more pods than wanted, a rollout could never start.
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    errors.push(
      invalidText(child(at, "maxUnavailable"), intOrStringText(maxUnavailable), "may not be 0 when `maxSurge` is 0"),
    );
  }
  return [...errors, ...validateAtMostHundredPercent(maxUnavailable, child(at, "maxUnavailable"))];
}

const PARTS = ["updatedReplicas", "readyReplicas", "availableReplicas"] as const;
const COUNTS = ["replicas", ...PARTS, "unavailableReplicas"] as const;

const statusOf = (object: ApiObject): DeploymentStatus => withoutNulls(narrow<Deployment>(object).status);

/** Field errors of a deployment's status: counts are not negative, and no partial count exceeds the total. */
export function validateDeploymentStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const status = statusOf(object);
  const errors = validateNonNegative(status.observedGeneration, "status.observedGeneration");
  for (const name of COUNTS) append(errors, validateNonNegative(status[name], `status.${name}`));
  append(errors, validateNonNegative(status.collisionCount, "status.collisionCount"));
  append(errors, validateReplicaParts(status, PARTS, "readyReplicas"));
  return [...errors, ...validateCollisionCount(status.collisionCount, statusOf(old).collisionCount)];
}
