/**
 * The expression language of policies, rules and conditions (CEL), as the reference server speaks it.
 *
 * ```ts
 * const program = compile("claims.email.endsWith('@corp')", claimsEnvironment(), { result: BOOL });
 * program.evaluate({ claims: payload });                     // true | false; @throws CelError
 * await evaluator(check, …)((means) => program.attempt({ request }, means), …);   // when it may ask, or take long: evaluator.ts
 * ```
 *
 * - `compile(expression, environment, { result? })` → `Program`. `result` is a `CelType` (types/celType.ts: BOOL,
 *   STRING, listOf(STRING), DYN, …) or a list of allowed ones. @throws CompileError: `kind` is "syntax", "type", "result" or "program";
 *   its message is the reference's without "compilation failed: ", e.g. `ERROR: <input>:1:1: undeclared reference to 'x'
 *   (in container '')` + source line + caret.
 * - `program.evaluate(variables, { costLimit? })` → plain JavaScript (`toPlain`): bool → boolean, string → string,
 *   int → number (bigint when it is no safe integer), list → array, map → object, bytes → Uint8Array, …
 *   Variables are plain JSON; nothing is copied, members are converted when an expression reads them.
 *   @throws CelError (`no such key: x`, `division by zero`, `operation cancelled: actual cost limit exceeded`, …)
 * - `program.attempt(…, { ask })` → the value or the error, and what it cost: for several evaluations within one budget.
 * - `createEnvironment({ variables: { claims: mapOf(STRING, DYN) } })` (environment.ts) declares variables by type;
 *   ready ones are in environments/: `claimsEnvironment()`, `userEnvironment()`, `accessReviewEnvironment()`,
 *   `matchConditionEnvironment()`, `admissionEnvironment(…)`. Environments are values: make one, keep it, share it.
 */

import { immediately, isTurnOver, type Steps } from "../../../shared/steps.ts";
import type { Slice } from "../turns/slice.ts";
import type { Checked } from "./check.ts";
import { checkInSteps } from "./check.ts";
import { CelError, CompileError, CostLimitError, renderDiagnostics } from "./diagnostics.ts";
import type { Environment } from "./environment.ts";
import type { Ask } from "./evaluation/answering.ts";
import { plan } from "./evaluation/plan.ts";
import type { Run } from "./evaluation/run.ts";
import { checkLiterals, wrongPattern } from "./literals.ts";
import { parse } from "./syntax/parse.ts";
import { type CelType, formatType, resultName } from "./types/celType.ts";
import { toPlain } from "./values/toPlain.ts";
import type { CelValue } from "./values/values.ts";

/** Default budget of one evaluation in cost units: the reference's limit per call. */
export const CALL_COST_LIMIT = 1_000_000;

/** Maximum number of evaluation steps that have no cost. */
const MAX_STEPS = 5_000_000;
/** Fixed number of work units for starting an evaluation, independent of its cost. */
const ATTEMPT_UNITS = 20;

export interface CompileOptions {
  /** Allowed types of the result; a type that is only known at run time (dyn) is not allowed. Default: any. */
  readonly result?: CelType | readonly CelType[];
}

/** Values of the variables, as JSON. Undefined members are treated as absent. */
export type VariableValues = Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  /** Cost units, see CALL_COST_LIMIT. */
  readonly costLimit?: number;
  readonly slice?: Slice | undefined;
}

/** A result with its cost. */
export interface Evaluation {
  readonly value: CelValue;
  /** Cost units. */
  readonly cost: number;
}

/** The outcome of an evaluation within a larger one: the cost is known even when there is no value. */
export type Attempt = Evaluation | { readonly error: CelError; readonly cost: number };

/** What an evaluation may use in addition to its variables. */
export interface Means {
  /** Answers the questions of `authorizer`; an error that it throws ends the attempt, see answering.ts. */
  readonly ask: Ask;
  /**
   * The work that may still be done in this turn of the event loop: an evaluation that needs more throws SliceSpent.
   * Default: unlimited.
   */
  readonly slice?: Slice | undefined;
}

export interface AttemptOptions extends EvaluateOptions, Means {}

export interface Program {
  readonly source: string;
  /** The type of the result. */
  readonly type: CelType;
  readonly checked: Checked;
  /** @throws CelError */
  evaluate(variables: VariableValues, options?: EvaluateOptions): unknown;
  /** Like {@link evaluate}, but returns the CEL value and the cost. @throws CelError */
  run(variables: VariableValues, options?: EvaluateOptions): Evaluation;
  /** Like {@link run}, for several evaluations that share a budget or their answers. */
  attempt(variables: VariableValues, options: AttemptOptions): Attempt;
}

/** @throws CompileError */
export const compile = immediately(compilation);

/** The same as a generator that yields to the event loop, because an expression may be long. @throws CompileError */
export function* compilation(
  expression: string,
  environment: Environment,
  options: CompileOptions = {},
): Steps<Program> {
  try {
    return yield* compileWhole(expression, environment, options);
  } catch (error) {
    // Long chains of operators nest like parentheses, but their depth is not counted.
    if (error instanceof RangeError) throw new CompileError("syntax", TOO_DEEP);
    throw error;
  }
}

const TOO_DEEP = "ERROR: <input>:-1:0: expression recursion limit exceeded";

function* compileWhole(expression: string, environment: Environment, options: CompileOptions): Steps<Program> {
  const parsed = parse(expression, environment.bindings);
  if (isTurnOver()) yield;
  const checked = yield* checkInSteps(parsed, environment);
  if (checked.problems.length > 0) {
    throw new CompileError("type", renderDiagnostics(expression, checked.problems));
  }
  const literals = checkLiterals(checked.types);
  if (literals.length > 0) throw new CompileError("type", renderDiagnostics(expression, literals));
  const type = checked.types.get(parsed) as CelType;
  demandResult(type, options.result);
  const wrong = wrongPattern(checked.types.keys());
  if (wrong !== undefined) throw new CompileError("program", wrong);
  if (isTurnOver()) yield;
  const steps = plan(checked, environment.variables);
  const run: Program["run"] = (variables, options = {}) =>
    succeed(attempt(steps, variables, { ...options, ask: noRights }));
  return {
    source: expression,
    type,
    checked,
    run,
    evaluate: (variables, limits) => toPlain(run(variables, limits).value),
    attempt: (variables, options) => attempt(steps, variables, options),
  };
}

function demandResult(type: CelType, wanted: CelType | readonly CelType[] | undefined): void {
  if (wanted === undefined) return;
  const allowed: readonly CelType[] = Array.isArray(wanted) ? wanted : [wanted as CelType];
  if (allowed.some((each) => formatType(each) === formatType(type))) return;
  const names = allowed.map(resultName);
  throw new CompileError(
    "result",
    names.length === 1 ? `must evaluate to ${names[0]}` : `must evaluate to one of [${names.join(" ")}]`,
    resultName(type),
  );
}

const noRights: Ask = () => {
  throw new CelError("authorization checks are not available here");
};

function attempt(
  steps: (run: Run) => CelValue,
  variables: VariableValues,
  { costLimit = CALL_COST_LIMIT, ask, slice }: AttemptOptions,
): Attempt {
  slice?.take(ATTEMPT_UNITS);
  let taken = 0;
  const effort = (units: number): void => slice?.take(units);
  const work = (count: number): void => {
    taken += count;
    if (taken > MAX_STEPS) throw new CostLimitError();
    effort(count);
  };
  const granted = slice === undefined ? costLimit : Math.min(costLimit, slice.left);
  const run: Run = {
    variables,
    values: new Map(),
    context: { ask, work, effort },
    remaining: granted,
    reserve: costLimit - granted,
  };
  try {
    const value = steps(run);
    slice?.take(granted - run.remaining);
    return { value, cost: costLimit - run.reserve - run.remaining };
  } catch (error) {
    const cost = costLimit - run.reserve - run.remaining;
    if (error instanceof CelError) {
      slice?.take(granted - run.remaining);
      return { error, cost };
    }
    // The stack is the only resource that an expression within its limits may still exhaust.
    if (error instanceof RangeError) return { error: new CelError(`evaluation failed: ${error.message}`), cost };
    throw error;
  }
}

function succeed(made: Attempt): Evaluation {
  if ("error" in made) throw made.error;
  return made;
}
