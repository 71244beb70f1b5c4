/** Rules that kinds with a pod template share. */

import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { LabelSelector } from "kubernetes-types/meta/v1";
import { child, type FieldError, forbidden, notSupported, required } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  fromStructured,
  matchesLabels,
  type LabelSelector as Requirements,
} from "../../../../shared/selectors/labelSelector.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { invalidText, labelSelectorText, mapOf, textMap } from "../../../ground/formats/wording/goText.ts";
import { decodedPart } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { validatePodTemplateSpec } from "../validation/pod/podTemplate.ts";
import { validateImmutable } from "./immutable.ts";

/** The selector's requirements; undefined when it cannot be evaluated. */
export function* requirementsOf(selector: LabelSelector): Steps<Requirements | undefined> {
  const wellFormed = (yield* labelSelectorErrors(selector, "")).length === 0;
  return wellFormed ? fromStructured(selector as Parameters<typeof fromStructured>[0]) : undefined;
}

/** Whether there is a selector without requirements, which selects everything. */
export const isEmptySelector = (selector: LabelSelector | null | undefined): selector is LabelSelector =>
  selector !== undefined &&
  selector !== null &&
  isEmptyMap(selector.matchLabels ?? {}) &&
  (selector.matchExpressions ?? []).length === 0;

/** Whether a selector matches labels. An absent selector matches nothing, an empty one everything. */
export function* selects(
  selector: LabelSelector | undefined,
  labels: Record<string, string> | undefined,
): Steps<boolean> {
  const requirements = selector === undefined ? undefined : yield* requirementsOf(selector);
  return requirements !== undefined && matchesLabels(requirements, labels ?? {});
}

/** The selector must be present, well-formed, and not empty. @param noun the kind in messages */
export function* validatePodSelector(
  selector: LabelSelector | null | undefined,
  path: string,
  noun: string,
): Steps<FieldError[]> {
  if (selector === undefined || selector === null) return [required(path)];
  const errors = yield* labelSelectorErrors(selector, path);
  if (isEmptySelector(selector)) {
    errors.push(invalidText(path, labelSelectorText(selector), `empty selector is invalid for ${noun}`));
  }
  return errors;
}

/** `spec.selector` is immutable, so that the workload keeps its pods. */
export function validateSelectorKept(object: ApiObject, old: ApiObject): FieldError[] {
  const selectorOf = (o: ApiObject): LabelSelector | undefined => {
    const { selector } = (o["spec"] ?? {}) as { selector?: LabelSelector | null };
    return decodedPart(selector);
  };
  const selector = selectorOf(object);
  return validateImmutable(selector, selectorOf(old), "spec.selector", labelSelectorText(selector));
}

/** Whether the selector can be evaluated; otherwise the template is not validated. */
export function* isUsable(selector: LabelSelector | undefined): Steps<boolean> {
  return selector === undefined || (yield* requirementsOf(selector)) !== undefined;
}

/** The selector must match the labels of the template. */
export function* validateTemplateLabels(
  template: PodTemplateSpec | undefined,
  selector: LabelSelector | undefined,
  path: string,
): Steps<FieldError[]> {
  const labels = template?.metadata?.labels;
  if (yield* selects(selector, labels)) return [];
  const shown = textMap(mapOf(template?.metadata, "labels"));
  return [invalidText(child(path, "metadata.labels"), shown, "`selector` does not match template `labels`")];
}

/**
 * Validates the template of a kind that keeps pods running: its labels must match the selector, and its pods must
 * restart always and have no deadline.
 */
export function* validateRunningTemplate(
  context: WriteContext,
  template: PodTemplateSpec | undefined,
  selector: LabelSelector | undefined,
  path: string,
  kind: string,
): Steps<FieldError[]> {
  return [
    ...(yield* validateTemplateLabels(template, selector, path)),
    ...(yield* validatePodTemplateSpec(template, path, context)),
    ...validateRunsForever(template, path, kind),
  ];
}

/** Requires pods that always restart and have no deadline. */
export function validateRunsForever(template: PodTemplateSpec | undefined, path: string, kind: string): FieldError[] {
  const errors: FieldError[] = [];
  const policy = template?.spec?.restartPolicy ?? "";
  if (policy !== "Always") errors.push(notSupported(child(path, "spec.restartPolicy"), policy, ["Always"]));
  if (template?.spec?.activeDeadlineSeconds !== undefined) {
    errors.push(
      forbidden(child(path, "spec.activeDeadlineSeconds"), `activeDeadlineSeconds in ${kind} is not Supported`),
    );
  }
  return errors;
}
