/** Labels, annotations, and selectors over labels. */

import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required, tooLong } from "../../../../shared/fieldError.ts";
import { sortedEntries } from "../../../../shared/sortInSteps.ts";
import { each, immediately, type Steps } from "../../../../shared/steps.ts";
import { checkLabelValue, checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "./names.ts";

/** Maximum bytes of all annotation keys and values together. */
export const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Validates a label key; errors refer to `path` itself. */
export const validateLabelName = (name: string, path: string): FieldError[] =>
  invalidBy(path, name, checkQualifiedName(name));

/** Labels or annotations in an object's metadata. */
export type TextMap = Readonly<Record<string, string>> | undefined;

/** Validates keys and values of a label map. Errors refer to the map; the message's value identifies the entry. */
export const validateLabels = immediately(labelErrors);

/** The same as a generator that yields to the event loop. */
export function* labelErrors(labels: TextMap, path: string): Steps<FieldError[]> {
  return yield* errorsOfEach(yield* sortedEntries(labels), path, ([name, value]) => [
    ...validateLabelName(name, path),
    ...invalidBy(path, value, checkLabelValue(value)),
  ]);
}

/** Validates keys (ignoring case) and the total size of an annotation map. */
export const validateAnnotations = immediately(annotationErrors);

/** The same as a generator that yields to the event loop. */
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

/** A label selector as used in objects; text fields may be missing in client input. */
export interface LabelSelectorShape {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly values?: readonly string[];
  }[];
}

/** One requirement of a label selector. */
export type LabelRequirementShape = NonNullable<LabelSelectorShape["matchExpressions"]>[number];

/** What {@link validateLabelSelector} accepts in addition. */
export interface LabelSelectorOptions {
  /** Whether invalid label values are allowed: old objects may have them; they match nothing. */
  readonly allowInvalidValues?: boolean;
  /** Whether unknown operators are allowed: newer clients may use operators that this server does not support. */
  readonly allowUnknownOperators?: boolean;
}

/** Field errors of a structured label selector; it may be absent. */
export const validateLabelSelector = immediately(labelSelectorErrors);

/** The same as a generator that yields to the event loop. */
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

/** Field errors of one requirement: first the number of values for its operator, then its key, then each value. */
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

/** Checks the number of values that an operator of a requirement takes, for label and field selectors. */
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
