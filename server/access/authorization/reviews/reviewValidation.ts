import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { labelRequirementErrors, validateOperator } from "../../../ground/formats/names/labels.ts";

export interface SelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly { key?: string; operator?: string; values?: readonly string[] }[];
}

export interface ReviewedResource {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly fieldSelector?: SelectorAttributes;
  readonly labelSelector?: SelectorAttributes;
}

/** `spec` of the three access reviews; the self review has no user fields. */
export interface ReviewSpec {
  readonly resourceAttributes?: ReviewedResource;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An error whose value is a Go literal, printed without quotes. */
const invalidLiteral = (field: string, literal: string, detail: string): FieldError => ({
  type: "FieldValueInvalid",
  field,
  message: `Invalid value: ${literal}: ${detail}`,
});

const pathLiteral = (attributes: { path?: string; verb?: string }): string =>
  `authorization.NonResourceAttributes{Path:${quoted(attributes.path ?? "")}, Verb:${quoted(attributes.verb ?? "")}}`;

/** Requires exactly one kind of attributes and, except in self reviews, a user or group. */
export function* reviewSpecErrors(spec: ReviewSpec, self: boolean): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (resourceAttributes && nonResourceAttributes) {
    const reason = "cannot be specified in combination with resourceAttributes";
    errors.push(invalidLiteral("spec.nonResourceAttributes", pathLiteral(nonResourceAttributes), reason));
  }
  if (!resourceAttributes && !nonResourceAttributes) {
    const reason = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    errors.push(invalid("spec.resourceAttributes", "null", reason));
  }
  if (!self && !spec.user && (spec.groups ?? []).length === 0) {
    errors.push(invalid("spec.user", "", "at least one of user or group must be specified"));
  }
  const at = "spec.resourceAttributes";
  return [
    ...errors,
    ...(yield* selectorErrors(resourceAttributes?.fieldSelector, `${at}.fieldSelector`, validateFieldRequirement)),
    ...(yield* selectorErrors(resourceAttributes?.labelSelector, `${at}.labelSelector`, (requirement, path) =>
      labelRequirementErrors(requirement, path, { allowUnknownOperators: true }),
    )),
  ];
}

type Requirement = NonNullable<SelectorAttributes["requirements"]>[number];

function* selectorErrors(
  selector: SelectorAttributes | undefined,
  field: string,
  rule: (requirement: Requirement, path: string) => FieldError[] | Steps<FieldError[]>,
): Steps<FieldError[]> {
  if (!selector) return [];
  const { rawSelector = "" } = selector;
  const requirements = selector.requirements ?? [];
  const errors: FieldError[] = [];
  if (rawSelector !== "" && requirements.length > 0) {
    errors.push(invalid(`${field}.rawSelector`, rawSelector, "may not specified at the same time as requirements"));
  }
  if (rawSelector === "" && requirements.length === 0) {
    errors.push(
      required(`${field}.requirements`, `when ${field} is specified, requirements or rawSelector is required`),
    );
  }
  const list = `${field}.requirements`;
  return [
    ...errors,
    ...(yield* errorsWithin(requirements, list, (requirement, at) => finished(rule(requirement, at)))),
  ];
}

/** Unknown operators are accepted: a requirement that cannot be parsed restricts nothing. */
function validateFieldRequirement({ key, operator = "", values = [] }: Requirement, path: string): FieldError[] {
  return [
    ...(key ? [] : [required(child(path, "key"), "must be specified")]),
    ...validateOperator(operator, values, path, true),
  ];
}

/** Reviews must have no metadata (local ones only a namespace); managed fields that the server added are ignored. */
export function validateReviewMetadata(review: ApiObject, local: boolean): FieldError[] {
  const given = Object.entries(review.metadata).filter(([name, value]) => {
    if (name === "managedFields" || (local && name === "namespace")) return false;
    return value !== undefined && value !== null && value !== "";
  });
  if (given.length === 0) return [];
  return [
    invalidLiteral(
      "metadata",
      metaLiteral(review.metadata),
      local ? "must be empty except for namespace" : "must be empty",
    ),
  ];
}

/** Additional rules for local reviews. */
export function validateLocalReview(review: ApiObject, spec: ReviewSpec): FieldError[] {
  const errors: FieldError[] = [];
  const namespace = spec.resourceAttributes?.namespace ?? "";
  if (spec.resourceAttributes && namespace !== (review.metadata.namespace ?? "")) {
    errors.push(invalid("spec.resourceAttributes.namespace", namespace, "must match metadata.namespace"));
  }
  if (spec.nonResourceAttributes) {
    const reason = "disallowed on this kind of request";
    errors.push(invalidLiteral("spec.nonResourceAttributes", pathLiteral(spec.nonResourceAttributes), reason));
  }
  return errors;
}

/** Metadata as the reference prints it in this one message, with the fields that people set. */
function metaLiteral(meta: ObjectMeta): string {
  const text = (value: string | undefined): string => quoted(value ?? "");
  return (
    `v1.ObjectMeta{Name:${text(meta.name)}, GenerateName:${text(meta.generateName)}, Namespace:${text(meta.namespace)}, ` +
    `SelfLink:"", UID:${text(meta.uid)}, ResourceVersion:${text(meta.resourceVersion)}, Generation:${meta.generation ?? 0}}`
  );
}

/** The 422 of a review. Reviews are decoded without a kind, so the message only names the group. */
export function invalidReview(group: string, errors: readonly FieldError[]): ApiError {
  const texts = errors.map((error) => `${error.field}: ${error.message}`);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  return new ApiError(422, "Invalid", `.${group} "" is invalid: ${text}`, {
    group,
    causes: errors.map((error) => ({ reason: error.type, message: error.message, field: error.field })),
  });
}
