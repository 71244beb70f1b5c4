import { diff, type PolicyChange } from "../../../shared/rbac/diff.ts";
import { policyOf } from "../../../shared/rbac/policy.ts";
import type { AccessModel } from "../../../shared/rbac/types.ts";
import { type Matrix, type MatrixQuery, matrixOf } from "../matrix/matrix.ts";

/** Work that may be too expensive for the page's main thread, described as data. */
export type Task =
  | { readonly kind: "matrix"; readonly model: AccessModel; readonly ask: MatrixQuery }
  | { readonly kind: "diff"; readonly before: AccessModel; readonly after: AccessModel };

export type ResultOf<T extends Task> = T extends { kind: "matrix" } ? Matrix : readonly PolicyChange[];

/** Does the work, on the main thread or in a worker. */
export function runTask<T extends Task>(task: T): ResultOf<T> {
  const result =
    task.kind === "matrix" ? matrixOf(task.model, task.ask) : diff(policyOf(task.before), policyOf(task.after));
  return result as ResultOf<T>;
}
