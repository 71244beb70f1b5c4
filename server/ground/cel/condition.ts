/** Conditions: boolean expressions about a request, evaluated in this thread or in a worker. */
import { immediately, type Steps } from "../../../shared/steps.ts";
import type { Job } from "../offload/lane.ts";
import type { Means, Program, VariableValues } from "./compile.ts";
import { compilingExpression } from "./composition/compileExpression.ts";
import type { Environment } from "./environment.ts";
import { matchConditionEnvironment } from "./environments/admissionEnvironment.ts";
import { accessReviewEnvironment } from "./environments/environments.ts";
import type { Evaluate } from "./evaluator.ts";
import { BOOL } from "./types/celType.ts";

const ENVIRONMENTS = {
  /** For webhooks that handle writes. */
  admission: matchConditionEnvironment,
  /** For webhooks that decide about access. */
  access: accessReviewEnvironment,
} satisfies Record<string, () => Environment>;

/** The source of a condition. */
export interface ConditionSource {
  readonly expression: string;
  readonly environment: keyof typeof ENVIRONMENTS;
}

/** Whether a condition holds, or the error that prevents its evaluation. */
export type Holds = boolean | { readonly error: string };

export interface Condition {
  readonly source: string;
  /**
   * @param subject plain data from which the variables are derived
   * @param variablesOf derives the variables; in the worker, the {@link Variables} of that environment are used
   */
  holds<S extends object>(evaluate: Evaluate, subject: S, variablesOf: (subject: S) => VariableValues): Promise<Holds>;
}

/** @throws CompileError with the compiler's message */
export const compileCondition = immediately(compilingCondition);

/** The same as a generator that yields to the event loop. */
export function* compilingCondition(source: ConditionSource): Steps<Condition> {
  const program = yield* compilingProgram(source);
  const job = (subject: object): Omit<Job, "answers"> => ({
    task: "condition",
    definition: source,
    subject,
    input: undefined,
  });
  return {
    source: source.expression,
    holds: (evaluate, subject, variablesOf) =>
      evaluate(
        (means) => evaluateCondition(program, variablesOf(subject), means),
        () => job(subject),
      ),
  };
}

/** @throws CompileError */
export const conditionProgram = immediately(compilingProgram);

function* compilingProgram({ expression, environment }: ConditionSource): Steps<Program> {
  const compiled = yield* compilingExpression(expression, ENVIRONMENTS[environment](), BOOL);
  if ("program" in compiled) return compiled.program;
  throw compiled.problem;
}

/** @throws SliceSpent */
export function evaluateCondition(program: Program, variables: VariableValues, means: Means): Holds {
  const made = program.attempt(variables, means);
  return "error" in made ? { error: made.error.message } : made.value === true;
}
