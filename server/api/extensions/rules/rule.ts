/** One validation rule of a schema, with its compiled form. */

import type { Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { compilation, type Program } from "../../../ground/cel/compile.ts";
import { estimateCost } from "../../../ground/cel/cost/estimate.ts";
import { CompileError } from "../../../ground/cel/diagnostics.ts";
import { createEnvironment } from "../../../ground/cel/environment.ts";
import { type CelType, optionalOf } from "../../../ground/cel/types/celType.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";

/** A rule as written in a definition. */
export interface Rule {
  readonly rule?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string | null;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean | null;
}

export const rulesOf = (schema: JsonSchema, vocabulary: Vocabulary): readonly Rule[] =>
  (schema[`${vocabulary.extensionPrefix}validations`] as readonly Rule[] | null | undefined) ?? [];

export interface CompiledRule {
  readonly rule: Rule;
  /** Undefined when the rule is empty or does not compile. */
  readonly program: Program | undefined;
  /** Why the rule does not compile; undefined when it does. */
  readonly problem: string | undefined;
  readonly messageProgram: Program | undefined;
  readonly messageProblem: string | undefined;
  /** Whether the rule refers to the old value, which makes it a transition rule. */
  readonly usesOld: boolean;
  /** The estimated maximum cost of one evaluation. */
  readonly cost: number;
  readonly messageCost: number;
}

/** Compiles a rule for values of a type, one expression per step. Problems are part of the result. */
export function* compilingRule(rule: Rule, type: CelType): Steps<CompiledRule> {
  const oldType = rule.optionalOldSelf === true ? optionalOf(type) : type;
  const environment = createEnvironment({ variables: { self: type, oldSelf: oldType } });
  // Sizes are those of the schema, even when the old value is optional. The reference uses the size of the rule's value
  // for every name, which bounds comparisons of types.
  const sizes = new Map([
    ["self", type],
    ["oldSelf", type],
  ]);
  const { rule: text = "", messageExpression = "" } = rule;
  const main = yield* attempt(text, environment, PREFIXES.rule, isBool, "cel expression must evaluate to a bool");
  yield;
  const message = yield* attempt(
    messageExpression,
    environment,
    PREFIXES.message,
    isText,
    "messageExpression must evaluate to a string",
  );
  yield;
  const cost = main.program === undefined ? 0 : estimateCost(main.program.checked, sizes, type);
  yield;
  const messageCost = message.program === undefined ? 0 : estimateCost(message.program.checked, sizes, type);
  yield;
  return {
    rule,
    program: main.program,
    problem: main.problem,
    messageProgram: main.program === undefined ? undefined : message.program,
    messageProblem: main.program === undefined ? undefined : message.problem,
    usesOld: main.program !== undefined && uses(main.program, "oldSelf"),
    cost,
    messageCost,
  };
}

const isBool = ({ kind }: CelType): boolean => kind === "bool";
const isText = ({ kind }: CelType): boolean => kind === "string";

/** Prefixes of errors, by the stage that failed. */
const PREFIXES = {
  rule: { compilation: "compilation failed: ", program: "program instantiation failed: " },
  message: {
    compilation: "messageExpression compilation failed: ",
    program: "messageExpression instantiation failed: ",
  },
} as const;

function* attempt(
  text: string,
  environment: ReturnType<typeof createEnvironment>,
  prefixes: (typeof PREFIXES)["rule" | "message"],
  accepts: (type: CelType) => boolean,
  otherwise: string,
): Steps<{ program: Program | undefined; problem: string | undefined }> {
  if (text.trim() === "") return { program: undefined, problem: undefined };
  try {
    const program = yield* compilation(text, environment);
    return accepts(program.type) ? { program, problem: undefined } : { program: undefined, problem: otherwise };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return {
      program: undefined,
      problem: `${prefixes[error.kind === "program" ? "program" : "compilation"]}${error.message}`,
    };
  }
}

/** Whether an expression refers to a variable. */
function uses({ checked }: Program, name: string): boolean {
  for (const node of checked.types.keys()) if (node.kind === "identifier" && node.name === name) return true;
  return false;
}
