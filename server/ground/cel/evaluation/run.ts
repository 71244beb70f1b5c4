/** The state of a running evaluation, and the steps of which it consists. */
import { SliceSpent } from "../../turns/slice.ts";
import { CelError, CostLimitError } from "../diagnostics.ts";
import type { CallContext } from "../overload.ts";
import type { CelValue } from "../values/values.ts";

/** One evaluation: its variables, its questions, and its remaining budget. */
export interface Run {
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * The variables read so far. Each is converted once, so that facts which a value caches, such as its size, are shared
   * by all uses.
   */
  readonly values: Map<string, CelValue>;
  readonly context: CallContext;
  /** Units that may be spent before {@link exhausted} is called. */
  remaining: number;
  /** Further units that the evaluation may cost, but not in this turn of the event loop. */
  reserve: number;
}

/** Values of names bound by folds, innermost first. */
export interface Frame {
  readonly name: string;
  value: CelValue;
  readonly outer: Frame | undefined;
}

/** Computes a part of the expression. @throws CelError */
export type Step = (run: Run, frame: Frame | undefined) => CelValue;

/** The error for operands that no overload accepts. */
export const noOverload = (): CelError => new CelError("no such overload");

/** Deducts units from the remaining budget of the evaluation. @throws CostLimitError, SliceSpent */
export function charge(run: Run, units: number): void {
  run.remaining -= units;
  if (run.remaining < 0) exhausted(run);
}

/**
 * Deducts units that represent no work of this thread, such as waiting for an answer.
 * @throws CostLimitError, SliceSpent
 */
export function chargeIdle(run: Run, units: number): void {
  const moved = Math.min(units, run.reserve);
  run.reserve -= moved;
  run.remaining += moved;
  charge(run, units);
}

function exhausted(run: Run): never {
  throw run.remaining + run.reserve < 0 ? new CostLimitError() : new SliceSpent();
}

/** Whether a decisive operand may take precedence over the error: running out of budget is final. */
export const isAbsorbable = (error: unknown): error is CelError =>
  error instanceof CelError && !(error instanceof CostLimitError);
