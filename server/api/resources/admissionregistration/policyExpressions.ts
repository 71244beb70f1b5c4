/** Validation errors of the expressions of a policy and of the fields next to them. */

import type { AuditAnnotation, Validation, Variable } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Expression } from "../../../ground/cel/composition/compileExpression.ts";
import { type Composition, composing } from "../../../ground/cel/composition/composition.ts";
import { describeCompileError } from "../../../ground/cel/diagnostics.ts";
import type { Environment } from "../../../ground/cel/environment.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { BOOL, NULL, STRING } from "../../../ground/cel/types/celType.ts";
import { compileProblem, expressionErrors } from "../../../ground/cel/validateExpression.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, structList, structText } from "../../../ground/formats/wording/goText.ts";

const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const MAX_ANNOTATIONS = 20;
/**
 * In bytes. Larger than the limit of other expressions, because an annotation may be twice as long and expressions
 * concatenate texts.
 */
const MAX_VALUE_EXPRESSION = 5 * 1024;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const isBlank = (text: string): boolean => text.trim() === "";

/** The environments in which the expressions of a policy are compiled. */
export interface PolicyScope {
  /** The policy's variables; undefined when it declares none. */
  readonly named: Composition | undefined;
  /** For expressions that may use the authorizer: checks and audit annotations. */
  readonly withAuthorizer: Environment;
  /** For message expressions. */
  readonly withoutAuthorizer: Environment;
}

/** @param params whether the policy has a parameter kind */
export function* policyScope(variables: readonly Partial<Variable>[], params: boolean): Steps<PolicyScope> {
  const named = variables.length === 0 ? undefined : yield* composing(variables, { params });
  const declared = { params, ...(named === undefined ? {} : { named: named.types }) };
  return {
    named,
    withAuthorizer: admissionEnvironment({ ...declared, authorizer: true }),
    withoutAuthorizer: admissionEnvironment({ ...declared, authorizer: false }),
  };
}

/** Field errors of a variable of a policy. @param compiled undefined when its expression is blank */
export function validateVariable(
  { name = "" }: Partial<Variable>,
  compiled: Expression | undefined,
  path: string,
): FieldError[] {
  const at = child(path, "name");
  const errors: FieldError[] = [];
  if (isBlank(name)) errors.push(required(at, "name is not specified"));
  else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
    errors.push(invalid(at, name, "name is not a valid CEL identifier"));
  }
  const expression = child(path, "expression");
  if (compiled === undefined) errors.push(required(expression, "expression is not specified"));
  else if ("problem" in compiled) {
    errors.push(invalid(expression, compiled.source, describeCompileError(compiled.problem)));
  }
  return errors;
}

/** Field errors of one validation of a policy. */
export function* validationErrors(
  validation: Partial<Validation>,
  { withAuthorizer, withoutAuthorizer }: PolicyScope,
  path: string,
): Steps<FieldError[]> {
  const { expression = "", message = "", messageExpression = "", reason } = validation;
  const errors: FieldError[] = [];
  if (isBlank(expression)) errors.push(required(child(path, "expression"), "expression is not specified"));
  else append(errors, yield* expressionErrors(expression, withAuthorizer, BOOL, child(path, "expression")));
  const messagePath = child(path, "messageExpression");
  if (!isBlank(messageExpression)) {
    append(errors, yield* expressionErrors(messageExpression, withoutAuthorizer, STRING, messagePath));
  } else if (messageExpression !== "") {
    errors.push(invalid(messagePath, messageExpression, "must be non-empty if specified"));
  }
  const at = child(path, "message");
  if (message !== "" && isBlank(message)) errors.push(invalid(at, message, "message must be non-empty if specified"));
  else if (/[\n\r]/.test(message.trim())) errors.push(invalid(at, message, "message must not contain line breaks"));
  if (reason !== undefined && !REASONS.includes(reason)) {
    errors.push(notSupported(child(path, "reason"), reason, REASONS));
  }
  return errors;
}

/** Field errors of an audit annotation of a policy. @param policyName prefix of the annotation's key */
export function* auditAnnotationErrors(
  annotations: readonly Partial<AuditAnnotation>[],
  policyName: string,
  scope: PolicyScope,
  path: string,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  if (annotations.length > MAX_ANNOTATIONS) {
    const shown = structList("admissionregistration.AuditAnnotation", annotations, annotationText);
    errors.push(invalidText(path, shown, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`));
  }
  const keys = new Set<string>();
  const ofEach = errorsWithin(annotations, path, function* (annotation, at) {
    const { key = "" } = annotation;
    const found = yield* auditAnnotationProblems(annotation, policyName, scope, at);
    if (keys.has(key)) found.push(duplicate(child(at, "key"), key));
    keys.add(key);
    return found;
  });
  return [...errors, ...(yield* ofEach)];
}

function* auditAnnotationProblems(
  annotation: Partial<AuditAnnotation>,
  policyName: string,
  { withAuthorizer }: PolicyScope,
  path: string,
): Steps<FieldError[]> {
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
  } else {
    const detail = yield* compileProblem(valueExpression.trim(), withAuthorizer, [STRING, NULL]);
    if (detail !== undefined) errors.push(invalid(valuePath, valueExpression, detail));
  }
  return errors;
}

const annotationText = ({ key = "", valueExpression = "" }: Partial<AuditAnnotation>): string =>
  structText("admissionregistration.AuditAnnotation", { Key: quoted(key), ValueExpression: quoted(valueExpression) });
