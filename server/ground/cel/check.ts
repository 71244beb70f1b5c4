/** Determines the type of every part of an expression, and which overloads its calls may refer to. */
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { Environment } from "./environment.ts";
import type { Overload } from "./overload.ts";
import type {
  CallNode,
  EntryNode,
  Expression,
  FoldNode,
  Literal,
  SelectNode,
  StructNode,
} from "./syntax/expression.ts";
import { OPERATORS } from "./syntax/operators.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  partsOf,
  STRING,
  typeOfType,
  UINT,
} from "./types/celType.ts";
import { TypeKnowledge } from "./types/typeKnowledge.ts";

/** The result of checking an expression. */
export interface Checked {
  readonly expression: Expression;
  readonly types: ReadonlyMap<Expression, CelType>;
  /** Overloads that a call may refer to; several when types are dynamic. */
  readonly calls: ReadonlyMap<Expression, readonly Overload[]>;
  /** Identifiers that name a type, not a variable. */
  readonly typeNames: ReadonlyMap<Expression, CelType>;
  /** Selections that together are the name of a variable: `authorizer.requestResource`. */
  readonly qualified: ReadonlyMap<Expression, string>;
  readonly problems: readonly Diagnostic[];
}

/** Determines the type of an expression and of each of its parts, and reports type errors. */
export function* checkInSteps(expression: Expression, environment: Environment): Steps<Checked> {
  const checker = new Checker(environment);
  yield* checker.visit(expression);
  return yield* checker.result(expression);
}

/**
 * Types with more parts are not inferred: their values are checked at run time. A chain of bindings that each use the
 * previous one twice would otherwise double the type at every step.
 */
const MAX_PARTS = 100;

/** Names in scope, innermost first. */
interface Scope {
  readonly name: string;
  readonly type: CelType;
  readonly outer: Scope | undefined;
}

class Checker {
  readonly #environment: Environment;
  readonly #types = new Map<Expression, CelType>();
  readonly #calls = new Map<Expression, readonly Overload[]>();
  readonly #typeNames = new Map<Expression, CelType>();
  readonly #qualified = new Map<Expression, string>();
  readonly #known = new TypeKnowledge();
  readonly #weights = new WeakMap<CelType, number>();
  #scope: Scope | undefined;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  *result(expression: Expression): Steps<Checked> {
    const types = new Map<Expression, CelType>();
    for (const [node, type] of this.#types) {
      if (isTurnDue()) yield;
      types.set(node, this.#known.settled(type));
    }
    return {
      expression,
      types,
      calls: this.#calls,
      typeNames: this.#typeNames,
      qualified: this.#qualified,
      problems: this.#known.problems,
    };
  }

  *visit(node: Expression): Steps<CelType> {
    if (isTurnDue()) yield;
    const found = node.kind === "constant" ? literalType(node.value) : yield* this.#typeOf(node);
    const type = this.#weightOf(found) > MAX_PARTS ? DYN : found;
    this.#types.set(node, type);
    return type;
  }

  /** The number of parts of a type, each counted as often as it occurs. */
  #weightOf(type: CelType): number {
    const parts = partsOf(type);
    if (parts.length === 0) return 1;
    let weight = this.#weights.get(type);
    if (weight === undefined) {
      weight = parts.reduce((sum, part) => sum + this.#weightOf(part), 1);
      this.#weights.set(type, weight);
    }
    return weight;
  }

  *#typeOf(node: Expression): Steps<CelType> {
    switch (node.kind) {
      case "constant":
        return literalType(node.value);
      case "identifier":
        return this.#name(node, node.name) ?? this.#undeclared(node, node.name);
      case "select":
        return yield* this.#select(node);
      case "call":
        return yield* this.#call(node);
      case "list":
        return yield* this.#list(node.elements, node.optional);
      case "map":
        return yield* this.#map(node.entries);
      case "struct":
        return yield* this.#struct(node);
      case "fold":
        return yield* this.#fold(node);
    }
  }

  #undeclared(node: Expression, name: string): CelType {
    return this.#known.report(node, `undeclared reference to '${name}' (in container '')`);
  }

  /** The type of a name; undefined when the name is not declared. */
  #name(node: Expression, name: string): CelType | undefined {
    for (let scope = this.#scope; scope !== undefined; scope = scope.outer) if (scope.name === name) return scope.type;
    const declared = this.#environment.variables.get(name);
    if (declared !== undefined) return declared;
    const named = this.#environment.typeNames.get(name);
    if (named === undefined) return undefined;
    this.#typeNames.set(node, named);
    return typeOfType(named);
  }

  *#select(node: SelectNode): Steps<CelType> {
    const qualified = node.test ? undefined : qualifiedName(node);
    if (qualified !== undefined && this.#environment.typeNames.has(qualified)) {
      return this.#name(node, qualified) ?? ERROR;
    }
    const variable = qualified === undefined ? undefined : this.#environment.variables.get(qualified);
    if (qualified !== undefined && variable !== undefined) {
      this.#qualified.set(node, qualified);
      return variable;
    }
    const operand = this.#known.known(yield* this.visit(node.operand));
    const type = this.#known.member(node, operand, node.field);
    return node.test ? BOOL : type;
  }

  *#call(node: CallNode): Steps<CelType> {
    const { name, target, args } = node;
    if (name === OPERATORS.optionalSelect) return yield* this.#optionalSelect(node);
    const { functions } = this.#environment;
    const prefix = target === undefined ? undefined : qualifiedName(target);
    const whole = prefix === undefined ? undefined : functions.get(`${prefix}.${name}`);
    if (whole !== undefined) return yield* this.#resolve(node, `${prefix}.${name}`, whole, args, false);
    const plain = name.startsWith(".") ? name.slice(1) : name;
    const overloads = functions.get(plain);
    const all = target === undefined ? args : [target, ...args];
    if (overloads !== undefined) return yield* this.#resolve(node, plain, overloads, all, target !== undefined);
    for (const each of all) yield* this.visit(each);
    return this.#undeclared(node, plain);
  }

  *#optionalSelect(node: CallNode): Steps<CelType> {
    const [operand, field] = node.args;
    if (operand === undefined || field?.kind !== "constant") return ERROR;
    yield* this.visit(field);
    const type = this.#known.known(yield* this.visit(operand));
    const inner = type.kind === "opaque" && type.name === "optional_type" ? (type.parameters[0] ?? DYN) : type;
    return optionalOf(this.#known.member(node, inner, String(field.value)));
  }

  *#resolve(
    node: CallNode,
    name: string,
    overloads: readonly Overload[],
    args: readonly Expression[],
    member: boolean,
  ): Steps<CelType> {
    const types: CelType[] = [];
    for (const arg of args) types.push(yield* this.visit(arg));
    const chosen = this.#known.choose(overloads, types, member);
    if (chosen === undefined) {
      const shown = types.map((type) => this.#known.show(type));
      const form = member ? `${shown[0]}.(${shown.slice(1).join(", ")})` : `(${shown.join(", ")})`;
      return this.#known.report(node, `found no matching overload for '${name}' applied to '${form}'`);
    }
    this.#calls.set(node, chosen.overloads);
    return chosen.result;
  }

  *#list(elements: readonly Expression[], optional: ReadonlySet<number>): Steps<CelType> {
    let shared: CelType | undefined;
    for (const [i, element] of elements.entries()) {
      const type = yield* this.visit(element);
      shared = this.#known.joined(shared, optional.has(i) ? this.#known.unwrapped(element, type) : type);
    }
    return listOf(shared ?? this.#known.parameter());
  }

  *#map(entries: readonly EntryNode[]): Steps<CelType> {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, optional } of entries) {
      keys = this.#known.joined(keys, yield* this.visit(key));
      const type = yield* this.visit(value);
      values = this.#known.joined(values, optional ? this.#known.unwrapped(value, type) : type);
    }
    return mapOf(keys ?? this.#known.parameter(), values ?? this.#known.parameter());
  }

  *#struct(node: StructNode): Steps<CelType> {
    const type = this.#environment.messages(node.name);
    if (type === undefined) return this.#undeclared(node, node.name);
    for (const field of node.fields) {
      const given = yield* this.visit(field.value);
      const value = field.optional ? this.#known.unwrapped(field.value, given) : given;
      const wanted = this.#known.member(field, type, field.name);
      if (!this.#known.accepts(wanted, value)) {
        const types = `'${this.#known.show(wanted)}' but provided type is '${this.#known.show(value)}'`;
        this.#known.report(field, `expected type of field '${field.name}' is ${types}`);
      }
    }
    return type;
  }

  *#fold(node: FoldNode): Steps<CelType> {
    const range = this.#known.known(yield* this.visit(node.range));
    const accumulator = yield* this.visit(node.init);
    const outer = this.#scope;
    this.#scope = { name: node.accumulator, type: accumulator, outer };
    const withAccumulator = this.#scope;
    this.#scope = { name: node.variable, type: this.#known.elementOf(node.range, range), outer: withAccumulator };
    this.#demand(node.condition, yield* this.visit(node.condition), BOOL);
    this.#demand(node.step, yield* this.visit(node.step), accumulator);
    this.#scope = withAccumulator;
    const result = yield* this.visit(node.result);
    this.#scope = outer;
    return result;
  }

  #demand(node: Expression, actual: CelType, wanted: CelType): void {
    if (this.#known.accepts(wanted, actual)) return;
    this.#known.report(node, `expected type '${this.#known.show(wanted)}' but found '${this.#known.show(actual)}'`);
  }
}

function literalType(value: Literal): CelType {
  if (value === null) return NULL;
  if (value instanceof Uint8Array) return BYTES;
  switch (typeof value) {
    case "boolean":
      return BOOL;
    case "bigint":
      return INT;
    case "number":
      return DOUBLE;
    case "string":
      return STRING;
    default:
      return UINT;
  }
}

/** Maximum number of parts of a declared name. */
const MAX_QUALIFIERS = 4;

/** `a.b.c` as one name; undefined when the expression is not such a chain, or has more parts than any declared name. */
function qualifiedName(node: Expression, most = MAX_QUALIFIERS): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select" || node.test || most === 0) return undefined;
  const prefix = qualifiedName(node.operand, most - 1);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}
