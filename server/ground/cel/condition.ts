/** Conditions: expressions that are true or false of a request, evaluated here or in a worker. */
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
  /** Of webhooks that judge what is written. */
  admission: matchConditionEnvironment,
  /** Of webhooks that decide about access. */
  access: accessReviewEnvironment,
} satisfies Record<string, () => Environment>;

/** A condition as it is stated. */
export interface ConditionSource {
  readonly expression: string;
  readonly environment: keyof typeof ENVIRONMENTS;
}

/** Whether a condition holds, or why that cannot be decided. */
export type Holds = boolean | { readonly error: string };

export interface Condition {
  readonly source: string;
  /**
   * @param subject plain data that the variables are made of
   * @param variablesOf makes them; in the worker, the {@link Variables} of that environment do
   */
  holds<S extends object>(evaluate: Evaluate, subject: S, variablesOf: (subject: S) => VariableValues): Promise<Holds>;
}

/** @throws CompileError as the compiler tells it */
export const compileCondition = immediately(compilingCondition);

/** The same in steps. */
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
