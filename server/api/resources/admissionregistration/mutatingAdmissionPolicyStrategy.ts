import type { MatchResources, ParamKind } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { composing } from "../../../ground/cel/composition/composition.ts";
import type { Environment } from "../../../ground/cel/environment.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { APPLY_CONFIGURATION, JSON_PATCHES } from "../../../ground/cel/library/patchLibrary.ts";
import { expressionErrors } from "../../../ground/cel/validateExpression.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { matchResourcesErrors } from "./matchResources.ts";
import { validateParamKind } from "./paramKind.ts";
import { validateVariable } from "./policyExpressions.ts";
import { type MatchCondition, validateMatchConditions } from "./rules.ts";

type Entries<T> = { [K in keyof T]: [K, T[K]] }[keyof T][];

interface Expression {
  readonly expression?: string;
}

/** One mutation of a policy. */
export interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: Expression;
  readonly jsonPatch?: Expression;
}

/** A policy that mutates objects as they are written. */
export interface MutatingAdmissionPolicy extends ApiObject {
  readonly spec?: {
    readonly paramKind?: ParamKind;
    readonly matchConstraints?: MatchResources;
    readonly variables?: readonly { readonly name?: string; readonly expression?: string }[];
    readonly mutations?: readonly Mutation[];
    readonly failurePolicy?: string;
    readonly matchConditions?: readonly MatchCondition[];
    readonly reinvocationPolicy?: string;
  };
}

/** Excludes DELETE: a deleted object cannot be mutated. */
const OPERATIONS = ["*", "CONNECT", "CREATE", "UPDATE"];
const FAILURE_POLICIES = ["Fail", "Ignore"];
const REINVOCATION_POLICIES = ["IfNeeded", "Never"];
const PATCH_TYPES = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

function validateEnum(value: string, path: string, values: readonly string[]): FieldError[] {
  if (value === "") return [required(path)];
  return values.includes(value) ? [] : [notSupported(path, value, values)];
}

/** Field errors of the match resources of a mutating policy or binding. */
export function* mutatingMatchErrors(match: MatchResources, path: string): Steps<FieldError[]> {
  const at = child(child(path, "resourceRules"), "operations");
  const operations = (match.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  return [
    ...(yield* matchResourcesErrors(match, path)),
    ...(yield* errorsOfEach(operations, at, (name) =>
      OPERATIONS.includes(name) ? [] : [notSupported(at, name, OPERATIONS)],
    )),
  ];
}

/** The result type of expressions by patch type. */
const RESULTS = { ApplyConfiguration: APPLY_CONFIGURATION, JSONPatch: JSON_PATCHES } as const;

/** The mutation must have exactly the member that the patch type names. @param environment of its expression */
function* mutationErrors(mutation: Mutation, environment: Environment, path: string): Steps<FieldError[]> {
  const { patchType = "" } = mutation;
  const errors = validateEnum(patchType, child(path, "patchType"), Object.keys(PATCH_TYPES));
  if (errors.length > 0) return errors;
  for (const [type, member] of Object.entries(PATCH_TYPES) as Entries<typeof PATCH_TYPES>) {
    const at = child(path, member);
    const given = mutation[member];
    if (type === patchType) {
      if (given === undefined) errors.push(required(at, `must be specified when patchType is ${patchType}`));
      else if ((given.expression ?? "").trim() === "") errors.push(required(child(at, "expression")));
      else
        append(
          errors,
          yield* expressionErrors(given.expression ?? "", environment, RESULTS[type], child(at, "expression")),
        );
    } else if (given !== undefined) {
      errors.push(invalid(at, `{${member}}`, `must not be specified when patchType is ${patchType}`));
    }
  }
  return errors;
}

/** Field errors of a mutating policy, one expression per step. */
function* validateMutatingPolicy(object: ApiObject): Steps<FieldError[]> {
  const { spec = {} } = yield* decodedInSteps<MutatingAdmissionPolicy>(object);
  const { paramKind, matchConstraints, mutations = [], matchConditions } = spec;
  const at = "spec.matchConstraints";
  const errors = validateEnum(spec.failurePolicy ?? "", "spec.failurePolicy", FAILURE_POLICIES);
  if (paramKind !== undefined) append(errors, validateParamKind(paramKind, "spec.paramKind"));
  if (matchConstraints === undefined) errors.push(required(at));
  else {
    append(errors, yield* mutatingMatchErrors(matchConstraints, at));
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.push(required(child(at, "resourceRules")));
  }
  append(errors, yield* validateMatchConditions(matchConditions, "spec.matchConditions"));
  const { variables = [] } = spec;
  const named = yield* composing(variables, { params: paramKind !== undefined });
  const ofVariables = errorsOfEach(variables, "spec.variables", (variable, path, i) =>
    validateVariable(variable, named.inOrder[i], path),
  );
  append(errors, yield* ofVariables);
  if (mutations.length === 0) errors.push(required("spec.mutations", "mutations must contain at least one item"));
  const environment = admissionEnvironment({
    params: paramKind !== undefined,
    authorizer: true,
    patches: true,
    named: named.types,
  });
  const ofMutations = errorsWithin(mutations, "spec.mutations", (mutation, path) =>
    mutationErrors(mutation, environment, path),
  );
  append(errors, yield* ofMutations);
  return [...errors, ...validateEnum(spec.reinvocationPolicy ?? "", "spec.reinvocationPolicy", REINVOCATION_POLICIES)];
}

/** Rules of mutating admission policies. */
export const mutatingAdmissionPolicyStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validating: (_context, object) => validateMutatingPolicy(object),
});
