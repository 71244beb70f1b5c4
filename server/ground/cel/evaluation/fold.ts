/** How a macro such as `all`, `exists`, `map` or `filter` iterates over its range. */
import type { CelError } from "../diagnostics.ts";
import type { FoldNode } from "../syntax/expression.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { type CelValue, isMap, ListBuilder, ListValue } from "../values/values.ts";
import { type Frame, isAbsorbable, type Run, type Step } from "./run.ts";
import { unfitRange } from "./unfit.ts";

/** The parts of a fold. `condition` decides whether to continue; `step` computes the next value of the accumulator. */
export type FoldSteps = Readonly<Record<"range" | "init" | "condition" | "step" | "result", Step>>;

/** The step of a fold, composed of the steps of its parts. */
export function foldSteps(node: FoldNode, { range, init, condition, step, result }: FoldSteps): Step {
  const absorbs = isQuantifier(node);
  // A growing list is built in place, and never copied.
  const collecting = node.init.kind === "list" && node.init.elements.length === 0;
  return (run, frame) => {
    const items = iterate(range(run, frame), run);
    const accumulator: Frame = { name: node.accumulator, value: init(run, frame), outer: frame };
    if (collecting) accumulator.value = new ListBuilder();
    const variable: Frame = { name: node.variable, value: null, outer: accumulator };
    let failure: CelError | undefined;
    for (const item of items) {
      variable.value = item;
      if (failure === undefined && condition(run, variable) === false) break;
      try {
        if (failure === undefined) accumulator.value = step(run, variable);
        else {
          // A later element may still decide the result after an earlier one failed.
          const decided = tolerate(step, run, variable);
          if (decided !== undefined) {
            accumulator.value = decided;
            failure = undefined;
          }
        }
      } catch (error) {
        if (!isAbsorbable(error) || !absorbs) throw error;
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
    return result(run, accumulator);
  };
}

/** Whether the fold is `all` or `exists`: these continue after an error, because a decisive element replaces it. */
const isQuantifier = ({ step }: FoldNode): boolean =>
  step.kind === "call" && (step.name === OPERATORS.and || step.name === OPERATORS.or);

/** Evaluates the step after an error: only an element that decides alone changes the outcome. */
function tolerate(step: Step, run: Run, frame: Frame): CelValue | undefined {
  const accumulator = frame.outer;
  if (accumulator === undefined) return undefined;
  const before = accumulator.value;
  const value = step(run, frame);
  // The accumulator stays neutral (true for all, false for exists) until an element decides.
  return value === before ? undefined : value;
}

function iterate(value: CelValue, run: Run): Iterable<CelValue> {
  if (value instanceof ListValue) return value.values();
  if (isMap(value)) {
    run.context.work(value.size);
    return value.keys();
  }
  throw unfitRange(value);
}
