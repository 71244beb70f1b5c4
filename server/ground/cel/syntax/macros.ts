/** Macros: calls that the parser turns into presence tests, folds and bindings. */
import type { Diagnostic } from "../diagnostics.ts";
import { ACCUMULATOR, type Expression, type FoldNode } from "./expression.ts";
import { OPERATORS } from "./operators.ts";

type Report = (problem: Diagnostic) => void;

interface Call {
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
  readonly offset: number;
}

/**
 * The expansion of a macro; undefined when the call is not a macro. Problems with its arguments are reported.
 * @param bindings whether `cel.bind` is a macro
 */
export function expandMacro(
  { name, target, args, offset }: Call,
  bindings: boolean,
  report: Report,
): Expression | undefined {
  if (target === undefined) return name === "has" && args.length === 1 ? presence(args[0], offset, report) : undefined;
  const [first, second, third] = args;
  if (first === undefined || second === undefined) return undefined;
  if (bindings && target.kind === "identifier" && target.name === "cel" && name === "bind" && third !== undefined) {
    const variable = nameOf(first, "cel.bind() variable names must be simple identifiers", report);
    return bind(variable, second, third, offset);
  }
  if (name === "optMap" || name === "optFlatMap") {
    if (args.length !== 2) return undefined;
    const variable = nameOf(first, `${name}() variable name must be a simple identifier`, report);
    const bound = (value: Expression): Expression => bind(variable, value, second, offset);
    return optionalMap(target, name === "optMap", builder(offset), bound);
  }
  const make = args.length === 3 ? (name === "map" ? mapped : undefined) : args.length === 2 ? FOLDS[name] : undefined;
  if (make === undefined) return undefined;
  const isListed = name === "map" || name === "filter";
  const variable = nameOf(first, isListed ? "argument is not an identifier" : "argument must be a simple name", report);
  if (variable === ACCUMULATOR)
    report({ offset: first.offset, message: `iteration variable overwrites accumulator variable` });
  const b = builder(offset);
  return {
    kind: "fold",
    range: target,
    variable,
    accumulator: ACCUMULATOR,
    offset,
    ...make(b, variable, second, third),
  };
}

function nameOf(argument: Expression, otherwise: string, report: Report): string {
  if (argument.kind === "identifier") return argument.name;
  report({ offset: argument.offset, message: otherwise });
  return "_";
}

function presence(argument: Expression | undefined, offset: number, report: Report): Expression {
  if (argument?.kind === "select" && !argument.test) return { ...argument, test: true, offset };
  report({ offset: argument?.offset ?? offset, message: "invalid argument to has() macro" });
  return { kind: "constant", value: false, offset };
}

/** Helpers that create nodes at the macro's position. */
const builder = (offset: number) => ({
  constant: (value: boolean | bigint): Expression => ({ kind: "constant", value, offset }),
  name: (name: string): Expression => ({ kind: "identifier", name, offset }),
  call: (name: string, ...args: Expression[]): Expression => ({ kind: "call", name, args, offset }),
  member: (target: Expression, method: string): Expression => ({
    kind: "call",
    name: method,
    target,
    args: [],
    offset,
  }),
  list: (...elements: Expression[]): Expression => ({ kind: "list", elements, optional: new Set(), offset }),
});
type Builder = ReturnType<typeof builder>;
type Loop = Pick<FoldNode, "init" | "condition" | "step" | "result">;
type MakeLoop = (b: Builder, variable: string, first: Expression, second: Expression | undefined) => Loop;

const running = (b: Builder): Expression => b.name(ACCUMULATOR);

const collect = (b: Builder, keep: Expression | undefined, value: Expression): Loop => {
  const longer = b.call(OPERATORS.add, running(b), b.list(value));
  return {
    init: b.list(),
    condition: b.constant(true),
    step: keep === undefined ? longer : b.call(OPERATORS.conditional, keep, longer, running(b)),
    result: running(b),
  };
};

const mapped: MakeLoop = (b, _variable, first, second) =>
  second === undefined ? collect(b, undefined, first) : collect(b, first, second);

const FOLDS: Readonly<Record<string, MakeLoop>> = {
  all: (b, _variable, predicate) => ({
    init: b.constant(true),
    condition: b.call(OPERATORS.notStrictlyFalse, running(b)),
    step: b.call(OPERATORS.and, running(b), predicate),
    result: running(b),
  }),
  exists: (b, _variable, predicate) => ({
    init: b.constant(false),
    condition: b.call(OPERATORS.notStrictlyFalse, b.call(OPERATORS.not, running(b))),
    step: b.call(OPERATORS.or, running(b), predicate),
    result: running(b),
  }),
  exists_one: (b, _variable, predicate) => ({
    init: b.constant(0n),
    condition: b.constant(true),
    step: b.call(OPERATORS.conditional, predicate, b.call(OPERATORS.add, running(b), b.constant(1n)), running(b)),
    result: b.call(OPERATORS.equals, running(b), b.constant(1n)),
  }),
  map: mapped,
  filter: (b, variable, predicate) => collect(b, predicate, b.name(variable)),
};

/** A binding is a fold over nothing whose accumulator has the bound name. */
function bind(accumulator: string, value: Expression, body: Expression, offset: number): Expression {
  const b = builder(offset);
  return {
    kind: "fold",
    range: b.list(),
    variable: "#unused",
    accumulator,
    init: value,
    condition: b.constant(false),
    step: b.name(accumulator),
    result: body,
    offset,
  };
}

/** @param wraps whether the result is wrapped in an optional (`optMap`); otherwise the body creates one itself */
function optionalMap(
  target: Expression,
  wraps: boolean,
  b: Builder,
  bound: (value: Expression) => Expression,
): Expression {
  const member = (method: string): Expression => b.member(target, method);
  const body = bound(member("value"));
  const some = wraps ? b.call("optional.of", body) : body;
  return b.call(OPERATORS.conditional, member("hasValue"), some, b.call("optional.none"));
}
