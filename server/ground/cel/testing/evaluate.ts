import { messageOf } from "../../../../shared/text/messageOf.ts";
import { compile } from "../compile.ts";
import { createEnvironment } from "../environment.ts";
import { type CelType, DYN } from "../types/celType.ts";

/** The value of an expression over variables of any type, or the text of its error. */
export function evaluate(expression: string, variables: Readonly<Record<string, unknown>> = {}): unknown {
  const types = Object.fromEntries(Object.keys(variables).map((name): [string, CelType] => [name, DYN]));
  try {
    return compile(expression, createEnvironment({ variables: types })).evaluate(variables);
  } catch (error) {
    return `${messageOf(error)}`;
  }
}
