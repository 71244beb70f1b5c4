/** Values that are named by expressions, for use in later expressions: `variables.name`. */

import { atOnce, eachSteps, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { CALL_COST_LIMIT, type Means, type VariableValues } from "../compile.ts";
import { CelError, describeCompileError } from "../diagnostics.ts";
import { type AdmissionVariables, admissionEnvironment, VARIABLES } from "../environments/admissionEnvironment.ts";
import { type CelType, DYN, growingObject, listOf, mapOf } from "../types/celType.ts";
import { type CelValue, ObjectValue } from "../values/values.ts";
import { compilingExpression, type Expression } from "./compileExpression.ts";

/** `variables[*]` of a policy. */
export interface NamedDeclaration {
  readonly name?: string;
  readonly expression?: string;
}

/** Named expressions, and the types of their values. */
export interface Composition {
  /** In the order of the declarations; undefined for blank declarations, which define nothing. */
  readonly inOrder: readonly (Expression | undefined)[];
  /** When several expressions have the same name, the last one. */
  readonly byName: ReadonlyMap<string, Expression>;
  readonly types: Readonly<Record<string, CelType>>;
}

type Declared = Pick<AdmissionVariables, "params" | "types">;

/** {@link composing}, without yielding. */
export const compose = (declarations: readonly NamedDeclaration[], declared: Declared): Composition =>
  atOnce(composing(declarations, declared));

/**
 * Compiles named expressions one by one, and yields in between. Each can use the ones before it, in addition to what is
 * declared.
 */
export function* composing(declarations: readonly NamedDeclaration[], declared: Declared): Steps<Composition> {
  const byName = new Map<string, Expression>();
  const types: Record<string, CelType> = {};
  // All of them share one environment, which grows: each expression sees the names defined before it.
  const named = growingObject(VARIABLES);
  const environment = admissionEnvironment({ ...declared, authorizer: true, namedType: named.type });
  const inOrder = yield* eachSteps(declarations, function* ({ name = "", expression = "" }) {
    if (expression.trim() === "") return undefined;
    const compiled = yield* compilingExpression(expression, environment);
    byName.set(name, compiled);
    const type = "program" in compiled ? memberType(compiled.program.type) : DYN;
    types[name] = type;
    named.add(name, type);
    return compiled;
  });
  return { inOrder, byName, types };
}

/**
 * The member's type: plain values and containers of them keep their type; members of other types are checked at run
 * time.
 */
function memberType(type: CelType): CelType {
  switch (type.kind) {
    case "list":
      return listOf(memberType(type.element));
    case "map":
      return mapOf(memberType(type.key), memberType(type.value));
    case "object":
    case "opaque":
    case "type":
    case "parameter":
    case "error":
      return DYN;
    default:
      return type;
  }
}

/** Named values during the evaluation of several expressions. */
export interface NamedValues {
  /** The value of the variable `variables`. */
  readonly value: CelValue;
  /** Returns the cost units spent on named values since the last call. */
  takeCost(): number;
}

/**
 * Every value is computed when it is first read, and memoized.
 * @param others the other variables of the named expressions
 */
export function namedValues({ byName, types }: Composition, others: VariableValues, means: Means): NamedValues {
  const known = new Map<string, CelValue | CelError>();
  let cost = 0;
  const compute = (name: string, expression: Expression): CelValue | CelError => {
    if ("problem" in expression) {
      const message = describeCompileError(expression.problem);
      return new CelError(`composited variable ${quoted(name)} fails to compile: ${message}`);
    }
    const made = expression.program.attempt(variables, { costLimit: CALL_COST_LIMIT, ...means });
    cost += made.cost;
    if (!("error" in made)) return made.value;
    return new CelError(`composited variable ${quoted(name)} fails to evaluate: ${made.error.message}`);
  };
  const read = (name: string): CelValue | undefined => {
    const expression = byName.get(name);
    if (expression === undefined) return undefined;
    let value = known.get(name);
    if (value === undefined) {
      value = compute(name, expression);
      known.set(name, value);
    }
    if (value instanceof CelError) throw value;
    return value;
  };
  const value = new ObjectValue(VARIABLES, {}, read, () => Object.keys(types));
  const variables: VariableValues = { ...others, variables: value };
  return {
    value,
    takeCost() {
      const taken = cost;
      cost = 0;
      return taken;
    },
  };
}
