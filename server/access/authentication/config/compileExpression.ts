import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { compile, type Program } from "../../../ground/cel/compile.ts";
import { CompileError, describeCompileError } from "../../../ground/cel/diagnostics.ts";
import type { Environment } from "../../../ground/cel/environment.ts";
import type { Expression } from "../../../ground/cel/syntax/expression.ts";
import { OPERATORS } from "../../../ground/cel/syntax/operators.ts";

/**
 * Compiles an expression of the configuration.
 * @param field its path, for the error
 * @param condition whether its result must be a boolean; an unknown type is then not accepted
 * @returns the program, or the error
 */
export function compileExpression(
  expression: string,
  field: string,
  environment: Environment,
  condition: boolean,
): Program | FieldError {
  try {
    const program = compile(expression, environment);
    return condition && program.type.kind !== "bool" ? invalid(field, expression, "must evaluate to bool") : program;
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return invalid(field, expression, describeCompileError(error));
  }
}

export const isProgram = (compiled: Program | FieldError): compiled is Program => "evaluate" in compiled;

/** Whether an expression accesses a field of a variable: `variable.field`, `variable.?field`, `has(…)`. */
export function selects(expression: Expression, variable: string, field: string): boolean {
  const inside = (part: Expression | undefined): boolean => part !== undefined && selects(part, variable, field);
  const isVariable = (part: Expression | undefined): boolean => part?.kind === "identifier" && part.name === variable;
  switch (expression.kind) {
    case "constant":
    case "identifier":
      return false;
    case "struct":
      return expression.fields.some(({ value }) => inside(value));
    case "select":
      return (isVariable(expression.operand) && expression.field === field) || inside(expression.operand);
    case "call": {
      const { name, target, args } = expression;
      const [first, second] = args;
      const isField = second?.kind === "constant" && second.value === field;
      return (name === OPERATORS.optionalSelect && isVariable(first) && isField) || inside(target) || args.some(inside);
    }
    case "list":
      return expression.elements.some(inside);
    case "map":
      return expression.entries.some(({ key, value }) => inside(key) || inside(value));
    case "fold": {
      const { range, init, condition, step, result } = expression;
      return [range, init, condition, step, result].some(inside);
    }
  }
}
