/** What can be said of a policy's expressions without compiling them. */
import type { AuditAnnotation, Validation, Variable } from "kubernetes-types/admissionregistration/v1";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
} from "../../../shared/fieldError.ts";
import { invalidText, quoted, structList, structText } from "../validation/goText.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";

const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const MAX_ANNOTATIONS = 20;
/** In bytes: an annotation may be twice as long, and expressions put texts together. */
const MAX_VALUE_EXPRESSION = 5 * 1024;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const isBlank = (text: string): boolean => text.trim() === "";

/** Field errors of a named value that expressions may use. */
export function validateVariable({ name = "", expression = "" }: Partial<Variable>, path: string): FieldError[] {
  const at = child(path, "name");
  const errors: FieldError[] = [];
  if (isBlank(name)) errors.push(required(at, "name is not specified"));
  else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
    errors.push(invalid(at, name, "name is not a valid CEL identifier"));
  }
  if (isBlank(expression)) errors.push(required(child(path, "expression"), "expression is not specified"));
  return errors;
}

/** Field errors of one check of a policy. */
export function validateValidation(validation: Partial<Validation>, path: string): FieldError[] {
  const { expression = "", message = "", messageExpression = "", reason } = validation;
  const errors: FieldError[] = [];
  if (isBlank(expression)) errors.push(required(child(path, "expression"), "expression is not specified"));
  if (messageExpression !== "" && isBlank(messageExpression)) {
    errors.push(invalid(child(path, "messageExpression"), messageExpression, "must be non-empty if specified"));
  }
  const at = child(path, "message");
  if (message !== "" && isBlank(message)) errors.push(invalid(at, message, "message must be non-empty if specified"));
  else if (/[\n\r]/.test(message.trim())) errors.push(invalid(at, message, "message must not contain line breaks"));
  if (reason !== undefined && !REASONS.includes(reason)) {
    errors.push(notSupported(child(path, "reason"), reason, REASONS));
  }
  return errors;
}

/** Field errors of what a policy writes into the audit log. @param policyName begins the keys there */
export function validateAuditAnnotations(
  annotations: readonly Partial<AuditAnnotation>[],
  policyName: string,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (annotations.length > MAX_ANNOTATIONS) {
    const shown = structList("admissionregistration.AuditAnnotation", annotations.map(annotationText));
    errors.push(invalidText(path, shown, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`));
  }
  const keys = new Set<string>();
  for (const [i, annotation] of annotations.entries()) {
    const { key = "" } = annotation;
    errors.push(...validateAuditAnnotation(annotation, policyName, index(path, i)));
    if (keys.has(key)) errors.push(duplicate(child(index(path, i), "key"), key));
    keys.add(key);
  }
  return errors;
}

function validateAuditAnnotation(annotation: Partial<AuditAnnotation>, policyName: string, path: string): FieldError[] {
  const { key = "", valueExpression = "" } = annotation;
  const at = child(path, "key");
  const full = `${policyName}/${key}`;
  const errors =
    policyName === ""
      ? [invalid(at, key, "requires metadata.name be non-empty")]
      : invalidBy(at, full, checkQualifiedName(full));
  const valuePath = child(path, "valueExpression");
  if (isBlank(valueExpression)) errors.push(required(valuePath, "valueExpression is not specified"));
  else if (Buffer.byteLength(valueExpression.trim()) > MAX_VALUE_EXPRESSION) {
    errors.push(required(valuePath, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`));
  }
  return errors;
}

const annotationText = ({ key = "", valueExpression = "" }: Partial<AuditAnnotation>): string =>
  structText("admissionregistration.AuditAnnotation", { Key: quoted(key), ValueExpression: quoted(valueExpression) });
