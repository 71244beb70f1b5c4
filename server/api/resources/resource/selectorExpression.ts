/** Validation of the expressions of device selectors. */
import { type FieldError, forbidden, invalid } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { CALL_COST_LIMIT } from "../../../ground/cel/compile.ts";
import { compilingExpression } from "../../../ground/cel/composition/compileExpression.ts";
import { estimateCost } from "../../../ground/cel/cost/estimate.ts";
import { describeCompileError } from "../../../ground/cel/diagnostics.ts";
import { deviceEnvironment } from "../../../ground/cel/environments/deviceEnvironment.ts";
import { formatType, isDynamic, resultName } from "../../../ground/cel/types/celType.ts";

/** Field errors of an expression: it must compile, may return a bool, and must not be too costly for any device. */
export function* selectorExpressionErrors(expression: string, path: string): Steps<FieldError[]> {
  const environment = deviceEnvironment();
  const compiled = yield* compilingExpression(expression, environment);
  yield;
  if ("problem" in compiled) return [invalid(path, expression, describeCompileError(compiled.problem))];
  const { type, checked } = compiled.program;
  if (formatType(type) !== "bool" && !isDynamic(type)) {
    return [invalid(path, expression, `must evaluate to bool or the unknown type, not ${resultName(type)}`)];
  }
  const cost = estimateCost(checked, environment.variables, undefined, { namedEntries: true });
  yield;
  return cost > CALL_COST_LIMIT ? [forbidden(path, "too complex, exceeds cost limit")] : [];
}
