/** Steps of the operators that do not always evaluate all of their operands. */
import type { CelError } from "../diagnostics.ts";
import { OptionalValue } from "../values/values.ts";
import { charge, isAbsorbable, noOverload, type Step } from "./run.ts";

/**
 * `&&` and `||`: a decisive operand takes precedence over an error of the other one.
 * @param decisive the value that decides alone: false for `&&`, true for `||`
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

/**
 * `optional.or(…)` and `optional.orValue(…)`: the alternative is evaluated when there is no value; a value that is not
 * an optional is returned unchanged.
 */
export function alternative(optional: Step, other: Step, unwraps: boolean): Step {
  return (run, frame) => {
    charge(run, 1);
    const found = optional(run, frame);
    if (!(found instanceof OptionalValue)) return found;
    if (found.value === undefined) return other(run, frame);
    return unwraps ? found.value : found;
  };
}

/** The condition of folds that continue until an element decides. */
export function notStrictlyFalse(value: Step): Step {
  return (run, frame) => {
    charge(run, 1);
    return value(run, frame) !== false;
  };
}
