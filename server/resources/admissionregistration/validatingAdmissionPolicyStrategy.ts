import type { MatchResources, ParamKind, ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { child, type FieldError, index, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkLabel1035, checkQualifiedName, invalidBy } from "../validation/names.ts";
import { validateMatchConditions, validateRuleWithOperations } from "./rules.ts";

const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized"];

function validate(object: ApiObject): FieldError[] {
  const { spec } = decoded<ValidatingAdmissionPolicy>(object);
  const errors: FieldError[] = [];
  const policy = spec?.failurePolicy;
  if (policy === undefined) errors.push(required("spec.failurePolicy"));
  else if (!["Fail", "Ignore"].includes(policy))
    errors.push(notSupported("spec.failurePolicy", policy, ["Fail", "Ignore"]));
  if (spec?.paramKind !== undefined) errors.push(...validateParamKind(spec.paramKind, "spec.paramKind"));
  if (spec?.matchConstraints === undefined) errors.push(required("spec.matchConstraints"));
  else {
    errors.push(...validateMatchResources(spec.matchConstraints, "spec.matchConstraints"));
    if ((spec.matchConstraints.resourceRules ?? []).length === 0) {
      errors.push(required("spec.matchConstraints.resourceRules"));
    }
  }
  errors.push(...validateMatchConditions(spec?.matchConditions, "spec.matchConditions"));
  for (const [i, variable] of (spec?.variables ?? []).entries()) {
    const at = index("spec.variables", i);
    if ((variable.name ?? "") === "") errors.push(required(child(at, "name"), "name is not specified"));
    if ((variable.expression ?? "").trim() === "") {
      errors.push(required(child(at, "expression"), "expression is not specified"));
    }
  }
  const validations = spec?.validations ?? [];
  const annotations = spec?.auditAnnotations ?? [];
  if (validations.length + annotations.length === 0) {
    errors.push(required("spec.validations", "validations or auditAnnotations must contain at least one item"));
    errors.push(required("spec.auditAnnotations", "validations or auditAnnotations must contain at least one item"));
    return errors;
  }
  for (const [i, { expression = "", reason }] of validations.entries()) {
    const at = index("spec.validations", i);
    if (expression.trim() === "") errors.push(required(child(at, "expression"), "expression is not specified"));
    if (reason !== undefined && !REASONS.includes(reason))
      errors.push(notSupported(child(at, "reason"), reason, REASONS));
  }
  for (const [i, { key = "", valueExpression = "" }] of annotations.entries()) {
    const at = index("spec.auditAnnotations", i);
    if (key === "") errors.push(required(child(at, "key")));
    else errors.push(...invalidBy(child(at, "key"), key, checkQualifiedName(key)));
    if (valueExpression.trim() === "")
      errors.push(required(child(at, "valueExpression"), "valueExpression is not specified"));
  }
  return errors;
}

function validateParamKind({ apiVersion = "", kind = "" }: ParamKind, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (apiVersion === "") errors.push(required(child(path, "apiVersion")));
  if (kind === "") errors.push(required(child(path, "kind")));
  else errors.push(...invalidBy(child(path, "kind"), kind, checkLabel1035(kind.toLowerCase())));
  return errors;
}

/** Field errors of what a policy or a binding is about. */
export function validateMatchResources(match: MatchResources, path: string): FieldError[] {
  const errors: FieldError[] = [
    ...validateLabelSelector(match.namespaceSelector, child(path, "namespaceSelector")),
    ...validateLabelSelector(match.objectSelector, child(path, "objectSelector")),
  ];
  for (const member of ["resourceRules", "excludeResourceRules"] as const) {
    for (const [i, rule] of (match[member] ?? []).entries()) {
      errors.push(...validateRuleWithOperations(rule, index(child(path, member), i)));
    }
  }
  const policy = match.matchPolicy;
  if (policy !== undefined && !["Equivalent", "Exact"].includes(policy)) {
    errors.push(notSupported(child(path, "matchPolicy"), policy, ["Equivalent", "Exact"]));
  }
  return errors;
}

/** Rules of validating admission policies. */
export const validatingAdmissionPolicyStrategy = specStatusStrategy({
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
});

/** Rules of the status of validating admission policies. */
export const validatingAdmissionPolicyStatusStrategy = statusStrategy(validatingAdmissionPolicyStrategy, {
  metadata: "reset",
});
