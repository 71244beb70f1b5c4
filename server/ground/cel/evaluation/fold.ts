/** How a macro such as `all`, `exists`, `map` or `filter` goes over its range. */
import type { CelError } from "../diagnostics.ts";
import type { FoldNode } from "../syntax/expression.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { type CelValue, isMap, ListBuilder, ListValue } from "../values/values.ts";
import { type Frame, isAbsorbable, type Run, type Step } from "./run.ts";
import { unfitRange } from "./unfit.ts";

/** The parts of a fold. `condition` says whether to go on; `step` gives the next value of the accumulator. */
export type FoldSteps = Readonly<Record<"range" | "init" | "condition" | "step" | "result", Step>>;

/** The step that a fold is, made of those of its parts. */
export function foldSteps(node: FoldNode, { range, init, condition, step, result }: FoldSteps): Step {
  const absorbs = isQuantifier(node);
  // A list that grows is built in place, and never copied.
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
          // A later element may still decide what an earlier one could not.
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

/** `all` and `exists` go on after an error: their accumulator is one that a decided element replaces. */
const isQuantifier = ({ step }: FoldNode): boolean =>
  step.kind === "call" && (step.name === OPERATORS.and || step.name === OPERATORS.or);

/** With an error as running value only an element that decides alone changes the outcome. */
function tolerate(step: Step, run: Run, frame: Frame): CelValue | undefined {
  const accumulator = frame.outer;
  if (accumulator === undefined) return undefined;
  const before = accumulator.value;
  const value = step(run, frame);
  // The running value stays neutral (true of all, false of exists) until an element decides.
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
