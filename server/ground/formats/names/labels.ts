/** Labels, annotations, and selectors over labels. */

import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required, tooLong } from "../../../../shared/fieldError.ts";
import { sortedEntries } from "../../../../shared/sortInSteps.ts";
import { each, immediately, type Steps } from "../../../../shared/steps.ts";
import { checkLabelValue, checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "./names.ts";

/** Bytes of all annotation keys and values together. */
export const MAX_ANNOTATION_BYTES = 256 * 1024;

/** A label key; errors are about `path` itself. */
export const validateLabelName = (name: string, path: string): FieldError[] =>
  invalidBy(path, name, checkQualifiedName(name));

/** Labels and annotations, as objects carry them. */
export type TextMap = Readonly<Record<string, string>> | undefined;

/** Keys and values of a label map. Errors name the map, the value tells which entry. */
export const validateLabels = immediately(labelErrors);

/** The same in steps. */
export function* labelErrors(labels: TextMap, path: string): Steps<FieldError[]> {
  return yield* errorsOfEach(yield* sortedEntries(labels), path, ([name, value]) => [
    ...validateLabelName(name, path),
    ...invalidBy(path, value, checkLabelValue(value)),
  ]);
}

/** Keys (without regard to case) and the total size of an annotation map. */
export const validateAnnotations = immediately(annotationErrors);

/** The same in steps. */
export function* annotationErrors(annotations: TextMap, path: string): Steps<FieldError[]> {
  const entries = yield* sortedEntries(annotations);
  const errors = yield* errorsOfEach(entries, path, ([name]) =>
    invalidBy(path, name, checkQualifiedName(name.toLowerCase())),
  );
  let size = 0;
  yield* each(entries, ([name, value]) => {
    size += byteLength(name) + byteLength(value);
  });
  if (size > MAX_ANNOTATION_BYTES) errors.push(tooLong(path, MAX_ANNOTATION_BYTES));
  return errors;
}

/** A label selector as objects carry it; text fields may be missing in what a client sent. */
export interface LabelSelectorShape {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly values?: readonly string[];
  }[];
}

/** One requirement of a selector over labels. */
export type LabelRequirementShape = NonNullable<LabelSelectorShape["matchExpressions"]>[number];

/** What {@link validateLabelSelector} lets pass. */
export interface LabelSelectorOptions {
  /** Old objects may hold values that are not valid label values; they match nothing. */
  readonly allowInvalidValues?: boolean;
  /** Newer clients may know operators that this server does not. */
  readonly allowUnknownOperators?: boolean;
}

/** Field errors of a structured label selector; an absent one is fine. */
export const validateLabelSelector = immediately(labelSelectorErrors);

/** The same in steps. */
export function* labelSelectorErrors(
  selector: LabelSelectorShape | undefined | null,
  path: string,
  options: LabelSelectorOptions = {},
): Steps<FieldError[]> {
  if (selector === undefined || selector === null) return [];
  return [
    ...(yield* labelErrors(selector.matchLabels, child(path, "matchLabels"))),
    ...(yield* errorsWithin(selector.matchExpressions, child(path, "matchExpressions"), (requirement, at) =>
      labelRequirementErrors(requirement, at, options),
    )),
  ];
}

/** Field errors of one requirement: its values as the operator wants them, then its key, then each value. */
export function* labelRequirementErrors(
  { key = "", operator = "", values = [] }: LabelRequirementShape,
  path: string,
  options: LabelSelectorOptions = {},
): Steps<FieldError[]> {
  const list = child(path, "values");
  return [
    ...validateOperator(operator, values, path, options.allowUnknownOperators === true),
    ...validateLabelName(key, child(path, "key")),
    ...(options.allowInvalidValues === true
      ? []
      : yield* errorsOfEach(values, list, (value, at) => invalidBy(at, value, checkLabelValue(value)))),
  ];
}

/** How many values an operator of a requirement takes, over labels and over fields. */
export function validateOperator(
  operator: string,
  values: readonly string[],
  path: string,
  allowUnknown: boolean,
): FieldError[] {
  const list = child(path, "values");
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) return [];
      return [required(list, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      if (values.length === 0) return [];
      return [forbidden(list, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return allowUnknown ? [] : [invalid(child(path, "operator"), operator, "not a valid selector operator")];
  }
}
