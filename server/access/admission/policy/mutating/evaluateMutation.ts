import type { ApiObject } from "../../../../../shared/object.ts";
import type { Means } from "../../../../ground/cel/compile.ts";
import { toPlain } from "../../../../ground/cel/values/toPlain.ts";
import { type CelValue, isMap, ListValue, MessageValue } from "../../../../ground/cel/values/values.ts";
import { evaluateExpressions, type Outcome, OutOfBudgetError } from "../../expressions/evaluateExpressions.ts";
import { BUDGET, CONDITIONS_BUDGET, conditionsHold, type PolicyInput } from "../evaluatePolicy.ts";
import { type PolicySubject, policyInput } from "../policyInput.ts";
import type { MutatingPolicy } from "./mutatingPolicy.ts";

/** The value of an expression as data, or its error. */
export type MutationResult = { readonly value: unknown } | { readonly error: string };

/** The input of a worker, besides the policy's spec and the subject. */
export interface MutationJob {
  readonly name: string;
  readonly params: ApiObject | null;
  /** Index of the mutation; undefined for the match conditions. */
  readonly index: number | undefined;
}

/** Evaluates the match conditions of a policy, or one of its mutations. */
export const evaluatePart = (
  policy: MutatingPolicy,
  { index, params }: MutationJob,
  subject: PolicySubject,
  means: Means,
): MutationResult => {
  const input = policyInput(subject, params);
  return index === undefined ? evaluateConditions(policy, input, means) : evaluateMutation(policy, index, input, means);
};

/** Whether the match conditions of a policy are true for a request. */
function evaluateConditions(policy: MutatingPolicy, input: PolicyInput, means: Means): MutationResult {
  const { conditions, variables } = policy;
  if (conditions.length === 0) return { value: true };
  return withinBudget(() => {
    const values = { ...input.values, ...input.authorizer, namespaceObject: null };
    const hold = conditionsHold(evaluateExpressions(conditions, variables, values, CONDITIONS_BUDGET, means).outcomes);
    return typeof hold === "boolean" ? { value: hold } : hold;
  });
}

/**
 * The result of a mutation: a partial object, or the operations of a JSON patch.
 * @param index of the mutation
 */
function evaluateMutation(policy: MutatingPolicy, index: number, input: PolicyInput, means: Means): MutationResult {
  const expression = policy.mutations[index]?.expression;
  return withinBudget(() => {
    const values = { ...input.values, ...input.authorizer, namespaceObject: input.namespace };
    const [outcome] = evaluateExpressions([expression], policy.variables, values, BUDGET, means).outcomes;
    return made(outcome);
  });
}

function withinBudget(evaluate: () => MutationResult): MutationResult {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return { error: error.message };
  }
}

function made(outcome: Outcome | undefined): MutationResult {
  if (outcome === undefined || "error" in outcome) return outcome ?? { error: "there is no such mutation" };
  const problems: string[] = [];
  findMisnamed(outcome.value, undefined, problems);
  if (problems.length > 0) return { error: `type mismatch: ${problems.join("\n")}` };
  return { value: toPlain(outcome.value) };
}

/**
 * The type names of partial objects contain the path of their fields, which reveals objects in the wrong place. Lists
 * and maps add nothing to the path; the value of a patch operation starts a new path.
 * @param path of the value; undefined where a new path starts
 */
function findMisnamed(value: CelValue, path: string | undefined, problems: string[]): void {
  if (value instanceof MessageValue) {
    const isOperation = value.type === "JSONPatch";
    const wanted = path ?? value.type;
    if (value.type !== wanted) {
      const names = `${JSON.stringify(value.type)}, expected ${JSON.stringify(wanted)}`;
      problems.push(`unexpected type name ${names}, which matches field name path from root Object type`);
    }
    for (const [name, member] of value.fields) {
      findMisnamed(member, isOperation ? undefined : `${wanted}.${name}`, problems);
    }
  } else if (value instanceof ListValue) {
    for (const item of value.values()) findMisnamed(item, path, problems);
  } else if (value !== null && isMap(value)) {
    for (const key of value.keys()) findMisnamed(value.get(key) ?? null, path, problems);
  }
}
