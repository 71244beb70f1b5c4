import type { MatchResources, ParamKind } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/append.ts";
import { child, type FieldError, index, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { validateMatchResources } from "./matchResources.ts";
import { validateParamKind } from "./paramKind.ts";
import { type MatchCondition, validateMatchConditions } from "./rules.ts";

interface Expression {
  readonly expression?: string;
}

/** One change that a policy makes. */
export interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: Expression;
  readonly jsonPatch?: Expression;
}

/** A policy that changes what is written. */
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

/** What is deleted cannot be changed. */
const OPERATIONS = ["*", "CONNECT", "CREATE", "UPDATE"];
const FAILURE_POLICIES = ["Fail", "Ignore"];
const REINVOCATION_POLICIES = ["IfNeeded", "Never"];
const PATCH_TYPES = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

function validateEnum(value: string, path: string, values: readonly string[]): FieldError[] {
  if (value === "") return [required(path)];
  return values.includes(value) ? [] : [notSupported(path, value, values)];
}

/** Field errors of what a mutating policy or binding is about. */
export function validateMutatingMatch(match: MatchResources, path: string): FieldError[] {
  const at = child(child(path, "resourceRules"), "operations");
  const operations = (match.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  return [
    ...validateMatchResources(match, path),
    ...operations.filter((name) => !OPERATIONS.includes(name)).map((name) => notSupported(at, name, OPERATIONS)),
  ];
}

/** The patch type names the one member that is given. */
function validateMutation(mutation: Mutation, path: string): FieldError[] {
  const { patchType = "" } = mutation;
  const errors = validateEnum(patchType, child(path, "patchType"), Object.keys(PATCH_TYPES));
  if (errors.length > 0) return errors;
  for (const [type, member] of Object.entries(PATCH_TYPES)) {
    const at = child(path, member);
    const given = mutation[member];
    if (type === patchType) {
      if (given === undefined) errors.push(required(at, `must be specified when patchType is ${patchType}`));
      else if ((given.expression ?? "").trim() === "") errors.push(required(child(at, "expression")));
    } else if (given !== undefined) {
      errors.push(invalid(at, `{${member}}`, `must not be specified when patchType is ${patchType}`));
    }
  }
  return errors;
}

function validateVariables(variables: readonly { name?: string; expression?: string }[]): FieldError[] {
  return variables.flatMap(({ name = "", expression = "" }, i) => {
    const at = index("spec.variables", i);
    return [
      ...(name.trim() === "" ? [required(child(at, "name"), "name is not specified")] : []),
      ...(expression.trim() === "" ? [required(child(at, "expression"), "expression is not specified")] : []),
    ];
  });
}

/** Field errors of a mutating policy; whether expressions compile is the evaluator's to say. */
function validateMutatingPolicy(object: ApiObject): FieldError[] {
  const spec = decoded<MutatingAdmissionPolicy>(object).spec ?? {};
  const { paramKind, matchConstraints, mutations = [], matchConditions } = spec;
  const at = "spec.matchConstraints";
  const errors = validateEnum(spec.failurePolicy ?? "", "spec.failurePolicy", FAILURE_POLICIES);
  if (paramKind !== undefined) append(errors, validateParamKind(paramKind, "spec.paramKind"));
  if (matchConstraints === undefined) errors.push(required(at));
  else {
    append(errors, validateMutatingMatch(matchConstraints, at));
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.push(required(child(at, "resourceRules")));
  }
  append(errors, atOnce(validateMatchConditions(matchConditions, "spec.matchConditions")));
  append(errors, validateVariables(spec.variables ?? []));
  if (mutations.length === 0) errors.push(required("spec.mutations", "mutations must contain at least one item"));
  append(
    errors,
    mutations.flatMap((mutation, i) => validateMutation(mutation, index("spec.mutations", i))),
  );
  return [...errors, ...validateEnum(spec.reinvocationPolicy ?? "", "spec.reinvocationPolicy", REINVOCATION_POLICIES)];
}

/** Rules of mutating admission policies. */
export const mutatingAdmissionPolicyStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validateMutatingPolicy(object),
});
