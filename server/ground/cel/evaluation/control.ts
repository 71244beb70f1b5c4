/** Steps of the operators that do not always evaluate all their operands. */
import type { CelError } from "../diagnostics.ts";
import { OptionalValue } from "../values/values.ts";
import { charge, isAbsorbable, noOverload, type Step } from "./run.ts";

/**
 * `&&` and `||`: a decided operand wins over an error of the other. @param decisive the value that decides alone: false of
 * `&&`, true of `||`
 */
export function logical(left: Step, right: Step, decisive: boolean): Step {
  return (run, frame) => {
    let failure: CelError | undefined;
    try {
      const value = left(run, frame);
      if (value === decisive) return decisive;
      if (typeof value !== "boolean") failure = noOverload();
    } catch (error) {
      if (!isAbsorbable(error)) throw error;
      failure = error;
    }
    const value = right(run, frame);
    if (value === decisive) return decisive;
    if (failure !== undefined) throw failure;
    if (typeof value !== "boolean") throw noOverload();
    return value;
  };
}

/** `condition ? yes : no`. */
export function conditional(condition: Step, yes: Step, no: Step): Step {
  return (run, frame) => {
    const value = condition(run, frame);
    if (typeof value !== "boolean") throw noOverload();
    return value ? yes(run, frame) : no(run, frame);
  };
}

/** `optional.or(…)` and `optional.orValue(…)`: the other is evaluated when there is no value, and what is no optional stays. */
export function alternative(optional: Step, other: Step, unwraps: boolean): Step {
  return (run, frame) => {
    charge(run, 1);
    const found = optional(run, frame);
    if (!(found instanceof OptionalValue)) return found;
    if (found.value === undefined) return other(run, frame);
    return unwraps ? found.value : found;
  };
}

/** The condition of folds that go on until an element decides. */
export function notStrictlyFalse(value: Step): Step {
  return (run, frame) => {
    charge(run, 1);
    return value(run, frame) !== false;
  };
}
