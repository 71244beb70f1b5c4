import { fromStructured, type LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { atOnce, eachSteps, type Steps } from "../../../../shared/steps.ts";
import { compilingExpression, type Expression } from "../../../ground/cel/composition/compileExpression.ts";
import { type Composition, composing } from "../../../ground/cel/composition/composition.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { BOOL, NULL, STRING } from "../../../ground/cel/types/celType.ts";
import type { MatchCriteria } from "../matching/matchRequest.ts";
import type { BindingSpec, CommonSpec, MatchResources, ParamKind, ParamRef, PolicySpec } from "./declarations.ts";

/** One validation of a policy. */
export interface Validation {
  readonly expression: Expression;
  /** As declared; may be blank. */
  readonly message: string;
  readonly messageExpression: Expression | undefined;
  readonly reason: string | undefined;
}

/** A value that a policy writes to the audit log. */
export interface AuditAnnotation {
  readonly key: string;
  readonly value: Expression;
}

/** A policy without its expressions. */
export interface PolicyHead<Spec extends CommonSpec = PolicySpec> {
  readonly name: string;
  readonly spec: Spec;
  readonly criteria: MatchCriteria;
  readonly paramKind: ParamKind | undefined;
  readonly failurePolicy: "Fail" | "Ignore";
}

/** A compiled policy. */
export interface Policy extends PolicyHead {
  readonly conditions: readonly Expression[];
  readonly variables: Composition;
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly AuditAnnotation[];
}

/** A binding of a policy, with criteria that narrow the policy's. */
export interface Binding {
  readonly name: string;
  readonly policyName: string;
  /** Undefined: all requests that the policy matches. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: BoundParams | undefined;
  readonly validationActions: readonly string[];
}

/** `paramRef` with its selector parsed. */
export interface BoundParams extends Omit<ParamRef, "selector"> {
  readonly selector: LabelSelector | undefined;
}

function criteriaOf(match: MatchResources): MatchCriteria {
  const { resourceRules = [], excludeResourceRules = [] } = match;
  return {
    rules: resourceRules.length === 0 ? "everything" : resourceRules,
    excluded: excludeResourceRules,
    matchPolicy: match.matchPolicy === "Exact" ? "Exact" : "Equivalent",
    namespaceSelector: fromStructured(match.namespaceSelector ?? {}),
    objectSelector: fromStructured(match.objectSelector ?? {}),
  };
}

/** Reads a policy without its expressions. */
export const readPolicy = <Spec extends CommonSpec>(name: string, spec: Spec): PolicyHead<Spec> => ({
  name,
  spec,
  criteria: criteriaOf(spec.matchConstraints ?? {}),
  paramKind: spec.paramKind,
  failurePolicy: spec.failurePolicy === "Ignore" ? "Ignore" : "Fail",
});

/** {@link compiling}, at once. */
export const compilePolicy = (name: string, spec: PolicySpec): Policy => atOnce(compiling(readPolicy(name, spec)));

/** Compiles a policy, one expression per step; the errors of invalid expressions appear when they are evaluated. */
export function* compiling(head: PolicyHead): Steps<Policy> {
  const { validations = [], auditAnnotations = [], matchConditions = [], ...spec } = head.spec;
  const params = spec.paramKind !== undefined;
  const variables = yield* composing(spec.variables ?? [], { params });
  const named = variables.types;
  const full = admissionEnvironment({ params, authorizer: true, named });
  const withoutAuthorizer = admissionEnvironment({ params, authorizer: false, named });
  const conditions = yield* eachSteps(matchConditions, ({ expression = "" }) =>
    compilingExpression(expression, full, BOOL),
  );
  return {
    ...head,
    conditions,
    variables,
    validations: yield* eachSteps(validations, function* (validation) {
      const { expression = "", message = "", messageExpression = "", reason } = validation;
      return {
        expression: yield* compilingExpression(expression, full, BOOL),
        message,
        messageExpression:
          messageExpression === ""
            ? undefined
            : yield* compilingExpression(messageExpression, withoutAuthorizer, STRING),
        reason,
      };
    }),
    auditAnnotations: yield* eachSteps(auditAnnotations, function* ({ key = "", valueExpression = "" }) {
      return { key, value: yield* compilingExpression(valueExpression, full, [STRING, NULL]) };
    }),
  };
}

/** Reads a binding. */
export function readBinding(name: string, spec: BindingSpec): Binding {
  const { policyName = "", paramRef, matchResources, validationActions = [] } = spec;
  return {
    name,
    policyName,
    criteria: matchResources === undefined ? undefined : criteriaOf(matchResources),
    paramRef:
      paramRef === undefined
        ? undefined
        : {
            ...paramRef,
            selector: paramRef.selector === undefined ? undefined : fromStructured(paramRef.selector),
          },
    validationActions,
  };
}
