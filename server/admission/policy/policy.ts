import { fromStructured, type LabelSelector } from "../../../shared/selectors/labelSelector.ts";
import { compileExpression, type Expression } from "../../cel/composition/compileExpression.ts";
import { type Composition, compose } from "../../cel/composition/composition.ts";
import { admissionEnvironment } from "../../cel/environments/admissionEnvironment.ts";
import { BOOL, NULL, STRING } from "../../cel/types/celType.ts";
import type { MatchCriteria } from "../matching/matchRequest.ts";
import type { BindingSpec, MatchResources, ParamKind, ParamRef, PolicySpec } from "./declarations.ts";

/** One check of a policy. */
export interface Validation {
  readonly expression: Expression;
  /** As declared; may be blank. */
  readonly message: string;
  readonly messageExpression: Expression | undefined;
  readonly reason: string | undefined;
}

/** What a policy writes into the audit log. */
export interface AuditAnnotation {
  readonly key: string;
  readonly value: Expression;
}

/** A policy, compiled. */
export interface Policy {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly paramKind: ParamKind | undefined;
  readonly conditions: readonly Expression[];
  readonly variables: Composition;
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly AuditAnnotation[];
  readonly failurePolicy: "Fail" | "Ignore";
}

/** What puts a policy to work, and for which of the requests that it is about. */
export interface Binding {
  readonly name: string;
  readonly policyName: string;
  /** Undefined: all that the policy is about. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: BoundParams | undefined;
  readonly validationActions: readonly string[];
}

/** `paramRef` with its selector read. */
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

/** Compiles what a policy declares; expressions that are none fail when they are evaluated. */
export function compilePolicy(name: string, spec: PolicySpec): Policy {
  const { validations = [], auditAnnotations = [], matchConditions = [] } = spec;
  const params = spec.paramKind !== undefined;
  const variables = compose(spec.variables ?? [], { params });
  const named = variables.types;
  const full = admissionEnvironment({ params, authorizer: true, named });
  const withoutAuthorizer = admissionEnvironment({ params, authorizer: false, named });
  return {
    name,
    criteria: criteriaOf(spec.matchConstraints ?? {}),
    paramKind: spec.paramKind,
    conditions: matchConditions.map(({ expression = "" }) => compileExpression(expression, full, BOOL)),
    variables,
    validations: validations.map(({ expression = "", message = "", messageExpression = "", reason }) => ({
      expression: compileExpression(expression, full, BOOL),
      message,
      messageExpression:
        messageExpression === "" ? undefined : compileExpression(messageExpression, withoutAuthorizer, STRING),
      reason,
    })),
    auditAnnotations: auditAnnotations.map(({ key = "", valueExpression = "" }) => ({
      key,
      value: compileExpression(valueExpression, full, [STRING, NULL]),
    })),
    failurePolicy: spec.failurePolicy === "Ignore" ? "Ignore" : "Fail",
  };
}

/** Reads what a binding declares. */
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
