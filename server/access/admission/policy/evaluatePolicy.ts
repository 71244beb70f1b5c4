import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Means, VariableValues } from "../../../ground/cel/compile.ts";
import { typeName } from "../../../ground/cel/values/values.ts";
import {
  type Evaluations,
  evaluateExpressions,
  type Outcome,
  OutOfBudgetError,
} from "../expressions/evaluateExpressions.ts";
import { failureMessage } from "./failureMessage.ts";
import type { Policy, PolicyHead } from "./policy.ts";

/** Budget of all expressions of one kind with one parameter, in units of work. */
export const BUDGET = 10_000_000;
/** The same for all match conditions. */
export const CONDITIONS_BUDGET = 2_500_000;

/** The variables of expressions. */
export interface PolicyInput {
  /** `object`, `oldObject`, `request`, `params`. */
  readonly values: VariableValues;
  /** `authorizer` and `authorizer.requestResource`; only for match conditions and validations. */
  readonly authorizer: VariableValues;
  /** `namespaceObject`; not available to match conditions. */
  readonly namespace: Readonly<Record<string, unknown>> | null;
}

/** A validation that failed for a request, or could not be evaluated. */
export interface Failure {
  /** Index of the validation in the policy. */
  readonly index: number;
  readonly message: string;
  /** Undefined when it could not be evaluated, or the policy sets none. */
  readonly reason?: string | undefined;
  /** Duration of the evaluation in seconds. */
  readonly took: number;
}

/** The error of a validation that could not be evaluated. */
export type Problem = Pick<Failure, "message" | "took">;

/** The result of a policy for a request. */
export interface Verdict {
  readonly failures: readonly Failure[];
  /** Errors of validations that could not be evaluated, when the failure policy is `Ignore`. */
  readonly ignored: readonly Problem[];
  /** Audit annotations by key. */
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Errors of annotations that could not be evaluated. */
  readonly annotationErrors: readonly Problem[];
}

const NOTHING: Verdict = { failures: [], ignored: [], annotations: [], annotationErrors: [] };

/** Whether all conditions are true. A false one is decisive, even when others have errors. */
export function conditionsHold(outcomes: readonly (Outcome | undefined)[]): boolean | { readonly error: string } {
  if (outcomes.some((outcome) => outcome !== undefined && "value" in outcome && outcome.value === false)) return false;
  const problems = outcomes.flatMap((outcome) => (outcome !== undefined && "error" in outcome ? [outcome.error] : []));
  return problems.length === 0 ? true : { error: aggregateText(problems) };
}

/** Evaluates a policy for one parameter. */
export function evaluatePolicy(policy: Policy, input: PolicyInput, means: Means): Verdict {
  const start = performance.now();
  const sinceStart = (): number => (performance.now() - start) / 1000;
  try {
    return evaluate(policy, input, means, sinceStart);
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return unevaluated(policy, error.message, sinceStart());
  }
}

/** The verdict when the evaluation as a whole failed. @param took duration of the attempt in seconds */
export const unevaluated = ({ failurePolicy }: PolicyHead, message: string, took: number): Verdict =>
  failurePolicy === "Ignore"
    ? { ...NOTHING, ignored: [{ message, took }] }
    : { ...NOTHING, failures: [{ index: 0, message, took }] };

function evaluate(policy: Policy, input: PolicyInput, means: Means, sinceStart: () => number): Verdict {
  const { conditions, variables } = policy;
  const asking = { ...input.values, ...input.authorizer };
  if (conditions.length > 0) {
    const values = { ...asking, namespaceObject: null };
    const hold = conditionsHold(evaluateExpressions(conditions, variables, values, CONDITIONS_BUDGET, means).outcomes);
    if (hold === false) return NOTHING;
    if (hold !== true)
      return policy.failurePolicy === "Ignore" ? NOTHING : unevaluated(policy, hold.error, sinceStart());
  }
  const validated = validate(policy, input, means);
  const values = { ...input.values, namespaceObject: input.namespace };
  const expressions = policy.auditAnnotations.map(({ value }) => value);
  return { ...validated, ...annotate(policy, evaluateExpressions(expressions, variables, values, BUDGET, means)) };
}

function validate(
  { validations, variables, failurePolicy }: Policy,
  input: PolicyInput,
  means: Means,
): Pick<Verdict, "failures" | "ignored"> {
  const values = { ...input.values, namespaceObject: input.namespace };
  const expressions = validations.map(({ expression }) => expression);
  const checks = evaluateExpressions(expressions, variables, { ...values, ...input.authorizer }, BUDGET, means);
  // Evaluate messages even when they are not needed, so that the cost does not depend on the request.
  let messages: readonly (Outcome | undefined)[] = [];
  let exhausted: string | undefined;
  try {
    const wanted = validations.map(({ messageExpression }) => messageExpression);
    messages = evaluateExpressions(wanted, variables, values, checks.remaining, means).outcomes;
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    exhausted = `failed messageExpression: ${error.message}`;
  }
  const failures: Failure[] = [];
  const ignored: Problem[] = [];
  for (const [index, validation] of validations.entries()) {
    const outcome = checks.outcomes[index];
    const took = checks.times[index] ?? 0;
    const problem = outcome !== undefined && "error" in outcome ? outcome.error : exhausted;
    if (problem !== undefined) {
      if (failurePolicy === "Ignore") ignored.push({ message: problem, took });
      else failures.push({ index, message: problem, took });
    } else if (!(outcome !== undefined && "value" in outcome && outcome.value === true)) {
      const message = failureMessage(validation, messages[index]);
      failures.push({ index, message, reason: validation.reason, took });
    }
  }
  return { failures, ignored };
}

/**
 * Non-blank texts are published, null and blank texts are not. Anything else is an error, whatever the failure policy.
 */
function annotate(
  { auditAnnotations, failurePolicy }: Policy,
  { outcomes, times }: Evaluations,
): Pick<Verdict, "annotations" | "annotationErrors"> {
  const annotations: { key: string; value: string }[] = [];
  const annotationErrors: Problem[] = [];
  for (const [i, { key, value: expression }] of auditAnnotations.entries()) {
    const outcome = outcomes[i];
    if (outcome === undefined) continue;
    const took = times[i] ?? 0;
    if ("error" in outcome) {
      if (failurePolicy !== "Ignore") annotationErrors.push({ message: outcome.error, took });
    } else if (typeof outcome.value === "string") {
      const value = outcome.value.trim();
      if (value !== "") annotations.push({ key, value });
    } else if (outcome.value !== null) {
      const message = `valueExpression '${expression.source}' resulted in unsupported return type: ${typeName(outcome.value)}. Return type must be either string or null.`;
      annotationErrors.push({ message, took });
    }
  }
  return { annotations, annotationErrors };
}
