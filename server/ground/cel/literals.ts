/** Literals that are arguments of conversions and patterns: invalid ones are found before evaluating. */
import { CelError, type Diagnostic } from "./diagnostics.ts";
import { compilePattern } from "./library/patterns.ts";
import type { CallNode, Expression } from "./syntax/expression.ts";
import { parseDuration, parseTimestamp } from "./times.ts";

function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  duration: (text) => parseDuration(text) !== undefined,
  timestamp: (text) => parseTimestamp(text) !== undefined,
  matches: isPattern,
};

/** Findings about the literal arguments of all calls. */
export function checkLiterals(nodes: Iterable<Expression>): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const node of nodes) {
    const argument = node.kind === "call" ? literalArgument(node) : undefined;
    if (node.kind !== "call" || argument?.kind !== "constant" || typeof argument.value !== "string") continue;
    if (CHECKS[node.name]?.(argument.value) !== false) continue;
    problems.push({ offset: argument.offset, message: `invalid ${node.name} argument` });
  }
  return problems;
}

/** The argument that is checked: the last one of patterns, the only one of conversions. */
function literalArgument({ name, args, target }: CallNode): Expression | undefined {
  if (name === "matches") return args.length === (target === undefined ? 2 : 1) ? args.at(-1) : undefined;
  return Object.hasOwn(CHECKS, name) && target === undefined && args.length === 1 ? args[0] : undefined;
}
