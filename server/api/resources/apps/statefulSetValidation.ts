import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from "kubernetes-types/apps/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { intOrStringText, invalidText, labelSelectorText, pointer } from "../../../ground/formats/wording/goText.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { isNone, validateAtMostHundredPercent, validatePositiveIntOrPercent } from "../strategies/intOrPercent.ts";
import { isUsable, validatePodSelector, validateRunsForever, validateTemplateLabels } from "../strategies/workload.ts";
import { validateTemplateMetadata } from "../validation/pod/podTemplate.ts";
import { validateCollisionCount, validateReplicaParts } from "./replicaCounts.ts";
import { strategyText } from "./strategyText.ts";

const RETENTION = ["Retain", "Delete"];

/** Field errors of the spec of a stateful set. */
export function* validateStatefulSet(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: Partial<StatefulSetSpec> = (yield* decodedInSteps<StatefulSet>(object)).spec ?? {};
  const path = "spec";
  const errors: FieldError[] = [];
  const management = spec.podManagementPolicy ?? "";
  if (management === "") errors.push(required(child(path, "podManagementPolicy")));
  else if (management !== "OrderedReady" && management !== "Parallel") {
    errors.push(invalid(child(path, "podManagementPolicy"), management, "must be 'OrderedReady' or 'Parallel'"));
  }
  append(errors, validateUpdateStrategy(spec.updateStrategy, child(path, "updateStrategy")));
  append(errors, validateRetention(spec, child(path, "persistentVolumeClaimRetentionPolicy")));
  append(errors, validateNonNegative(spec.replicas, child(path, "replicas")));
  append(errors, validateNonNegative(spec.minReadySeconds, child(path, "minReadySeconds")));
  if (spec.ordinals !== undefined) {
    append(errors, validateNonNegative(spec.ordinals.start, child(path, "ordinals.start")));
  }
  append(errors, yield* validatePodSelector(spec.selector, child(path, "selector"), "statefulset"));
  const template = child(path, "template");
  if (yield* isUsable(spec.selector)) {
    // The volumes come from claims that are created with the pods, so the pod spec is validated only when a pod is
    // created.
    append(errors, yield* validateTemplateLabels(spec.template, spec.selector, template));
    append(errors, yield* validateTemplateMetadata(spec.template, template, context));
  } else {
    const shown = labelSelectorText(spec.selector);
    errors.push({ type: "FieldValueInvalid", field: child(path, "selector"), message: `Invalid value: ${shown}` });
  }
  return [...errors, ...validateRunsForever(spec.template, template, "StatefulSet")];
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy | undefined, path: string): FieldError[] {
  const rolling = strategy?.rollingUpdate;
  switch (strategy?.type ?? "") {
    case "":
      return [required(path)];
    case "OnDelete":
      return rolling === undefined
        ? []
        : [
            invalidText(
              child(path, "rollingUpdate"),
              `apps.RollingUpdateStatefulSetStrategy{Partition:${rolling.partition ?? 0}, MaxUnavailable:${pointer("intstr.IntOrString", rolling.maxUnavailable)}}`,
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ];
    case "RollingUpdate": {
      if (rolling === undefined) return [];
      const at = child(path, "rollingUpdate");
      const errors = validateNonNegative(rolling.partition, child(at, "partition"));
      const { maxUnavailable } = rolling;
      if (maxUnavailable === undefined) return errors;
      append(errors, validatePositiveIntOrPercent(maxUnavailable, child(at, "maxUnavailable")));
      if (isNone(maxUnavailable)) {
        errors.push(invalidText(child(at, "maxUnavailable"), intOrStringText(maxUnavailable), "cannot be 0"));
      }
      return [...errors, ...validateAtMostHundredPercent(maxUnavailable, child(at, "maxUnavailable"))];
    }
    default:
      return [
        invalidText(
          path,
          strategyText("apps.StatefulSetUpdateStrategy", "apps.RollingUpdateStatefulSetStrategy", strategy),
          "must be 'RollingUpdate' or 'OnDelete'",
        ),
      ];
  }
}

function validateRetention(spec: Partial<StatefulSetSpec>, path: string): FieldError[] {
  const policy = spec.persistentVolumeClaimRetentionPolicy;
  if (policy === undefined) return [];
  return (["whenDeleted", "whenScaled"] as const)
    .filter((name) => !RETENTION.includes(policy[name] ?? ""))
    .map((name) => notSupported(child(path, name), policy[name] ?? "", RETENTION));
}

/** Fields of the spec that an update may change; the others determine the identity of the pods. */
const MUTABLE = [
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
] as const;

function fixedParts(object: ApiObject): Partial<StatefulSetSpec> {
  const rest: Partial<StatefulSetSpec> = { ...narrow<StatefulSet>(object).spec };
  for (const name of MUTABLE) delete rest[name];
  return rest;
}

/** Field errors of the changes of an update. */
export function* validateStatefulSetChange(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  if (yield* sameParts("api.apps.v1.StatefulSetSpec", fixedParts(object), fixedParts(old))) return [];
  const names = MUTABLE.map((name) => `'${name}'`);
  const listed = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return [forbidden("spec", `updates to statefulset spec for fields other than ${listed} are forbidden`)];
}

const PARTS = ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"] as const;

/**
 * Field errors of its status.
 * @param ofMetadata errors of the metadata, which are inserted between those of the status
 */
export function validateStatefulSetStatus(
  object: ApiObject,
  old: ApiObject,
  ofMetadata: readonly FieldError[],
): FieldError[] {
  const status = { replicas: 0, ...withoutNulls(narrow<StatefulSet>(object).status) };
  const errors: FieldError[] = [];
  for (const name of ["replicas", ...PARTS, "observedGeneration", "collisionCount"] as const) {
    append(errors, validateNonNegative(status[name], `status.${name}`));
  }
  append(errors, validateReplicaParts(status, PARTS, "status.readyReplicas"));
  append(errors, ofMetadata);
  const before = withoutNulls(narrow<StatefulSet>(old).status).collisionCount;
  return [...errors, ...validateCollisionCount(status.collisionCount, before)];
}
