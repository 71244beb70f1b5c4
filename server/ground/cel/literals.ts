/**
 * Problems in literals that are found before evaluation: invalid arguments of conversions and patterns, and elements of
 * different types.
 */
import { append } from "../../../shared/collections/append.ts";
import { CelError, type Diagnostic } from "./diagnostics.ts";
import { compilePattern } from "./library/patterns.ts";
import { checkFormat } from "./literalFormats.ts";
import type { CallNode, Expression, ListNode, MapNode } from "./syntax/expression.ts";
import { type CelType, DYN, formatType } from "./types/celType.ts";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, parseDuration, parseTimestamp, SECOND } from "./values/times.ts";

/** Why a text is not a valid pattern. */
function patternProblem(text: string): string | undefined {
  try {
    compilePattern(text);
    return undefined;
  } catch (error) {
    if (error instanceof CelError) return error.message;
    throw error;
  }
}

const isInRange = (nanos: bigint): boolean => nanos >= MIN_TIMESTAMP && nanos <= MAX_TIMESTAMP;

function isTimestamp(literal: unknown): boolean {
  if (typeof literal === "bigint") return isInRange(literal * SECOND);
  const found = parseTimestamp(String(literal));
  return found !== undefined && isInRange(found.nanos);
}

/** Whether a literal is a valid argument. */
const CHECKS: Readonly<Record<string, (literal: string | bigint) => boolean>> = {
  duration: (literal) => typeof literal === "bigint" || parseDuration(literal) !== undefined,
  timestamp: isTimestamp,
  matches: (literal) => patternProblem(String(literal)) === undefined,
};

type Types = ReadonlyMap<Expression, CelType>;

/** Problems of the literal arguments of all calls, and of literals with elements of different types. */
export function checkLiterals(types: Types): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const mixed = mixable(types.keys());
  for (const node of types.keys()) {
    if ((node.kind === "list" || node.kind === "map") && !mixed.has(node)) append(problems, checkElements(node, types));
    if (node.kind !== "call") continue;
    const argument = literalArgument(node);
    if (argument !== undefined && CHECKS[node.name]?.(argument.value) === false) {
      problems.push({ offset: argument.offset, message: `invalid ${node.name} argument` });
    }
    const problem = checkFormat(node, types);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

interface Literal {
  readonly offset: number;
  readonly value: string | bigint;
}

/** The argument to check: the last one for patterns, the only one for conversions. */
function literalArgument({ name, args, target }: CallNode): Literal | undefined {
  if (name === "matches") return args.length === (target === undefined ? 2 : 1) ? literalOf(args.at(-1)) : undefined;
  return Object.hasOwn(CHECKS, name) && target === undefined && args.length === 1 ? literalOf(args[0]) : undefined;
}

function literalOf(node: Expression | undefined): Literal | undefined {
  if (node?.kind !== "constant") return undefined;
  const { value, offset } = node;
  return typeof value === "string" || typeof value === "bigint" ? { offset, value } : undefined;
}

/** The error of the first literal pattern of `find` and `findAll` that does not compile; undefined when all compile. */
export function wrongPattern(nodes: Iterable<Expression>): string | undefined {
  for (const node of nodes) {
    if (node.kind !== "call" || node.target === undefined || !["find", "findAll"].includes(node.name)) continue;
    const pattern = literalOf(node.args[0])?.value;
    const problem = typeof pattern === "string" ? patternProblem(pattern) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The literals whose elements may be of different types: arguments of `format`. */
function mixable(nodes: Iterable<Expression>): ReadonlySet<Expression> {
  const found = new Set<Expression>();
  for (const node of nodes) {
    if (node.kind !== "call" || node.name !== "format") continue;
    const rest: Expression[] = node.target === undefined ? [...node.args] : [node.target, ...node.args];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      if (next.kind === "list") append(rest, next.elements);
      else if (next.kind === "map") for (const { key, value } of next.entries) rest.push(key, value);
      else continue;
      found.add(next);
    }
  }
  return found;
}

/** Reports elements of a literal whose type differs from that of the first one. `dyn` is treated as a separate type. */
function checkElements(node: ListNode | MapNode, types: Types): Diagnostic[] {
  if (node.kind === "list") {
    const elements = node.elements.map((element, i) => ({ element, optional: node.optional.has(i) }));
    return differences(elements, types).slice(0, 1);
  }
  const keys = node.entries.map(({ key }) => ({ element: key, optional: false }));
  const values = node.entries.map(({ value, optional }) => ({ element: value, optional }));
  return [...differences(keys, types), ...differences(values, types)];
}

function differences(
  elements: readonly { readonly element: Expression; readonly optional: boolean }[],
  types: Types,
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  let first: string | undefined;
  for (const { element, optional } of elements) {
    const type = types.get(element) ?? DYN;
    const shown = formatType(optional && type.kind === "opaque" ? (type.parameters[0] ?? DYN) : type);
    first ??= shown;
    if (shown === first) continue;
    problems.push({ offset: element.offset, message: `expected type '${first}' but found '${shown}'` });
  }
  return problems;
}
