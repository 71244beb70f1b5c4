/**
 * The maximum cost of an expression, derived from the sizes that its variables' types allow. It follows the structure
 * of the expression: a loop costs its body times the maximum size of its range. Costs are never negative and may be
 * Infinity.
 */
import { maxOf } from "../../../../shared/collections/extremes.ts";
import type { Checked } from "../check.ts";
import type { ArgumentEstimate, Overload, SizeRange } from "../overload.ts";
import type { CallNode, Expression, FoldNode, ListNode, MapNode } from "../syntax/expression.ts";
import { ACCUMULATOR } from "../syntax/expression.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { type CelType, DYN } from "../types/celType.ts";
import { equalityCost } from "./equalityCost.ts";
import { exactly, isScalar, literalSize, times, UNKNOWN, union } from "./sizes.ts";

/**
 * @param variables types with `maxSize` where a size is limited; a value without it is treated as empty
 * @param others sizes of names that are not variables, such as those of types; unlimited when omitted
 */
export function estimateCost(
  checked: Checked,
  variables: ReadonlyMap<string, CelType>,
  others?: CelType,
  { namedEntries = false }: EstimateOptions = {},
): number {
  return new Estimator(checked, variables, others, namedEntries).cost(checked.expression);
}

export interface EstimateOptions {
  /** Whether the size limit of map entries also applies to `map.key`, not only to `map["key"]`. Default: no. */
  readonly namedEntries?: boolean;
}

/** Sizes of the keys and values in a container that the expression creates. */
interface Entries {
  readonly key: SizeRange;
  readonly value: SizeRange;
}

/** The known facts about a name bound by a fold. */
interface Local {
  readonly name: string;
  readonly declared: CelType | undefined;
  readonly size: SizeRange | undefined;
  readonly entries: Entries | undefined;
}

class Estimator {
  readonly #checked: Checked;
  readonly #variables: ReadonlyMap<string, CelType>;
  readonly #others: CelType | undefined;
  readonly #namedEntries: boolean;
  readonly #locals: Local[] = [];
  /** Types of parts that are reached from a variable only by members and elements. */
  readonly #declared = new Map<Expression, CelType>();
  readonly #sizes = new Map<Expression, SizeRange>();
  readonly #entries = new Map<Expression, Entries>();

  constructor(
    checked: Checked,
    variables: ReadonlyMap<string, CelType>,
    others: CelType | undefined,
    namedEntries: boolean,
  ) {
    this.#namedEntries = namedEntries;
    this.#checked = checked;
    this.#variables = variables;
    this.#others = others;
  }

  cost(node: Expression): number {
    switch (node.kind) {
      case "constant":
        return 0;
      case "struct":
        return node.fields.reduce((sum, { value }) => sum + this.cost(value), 40);
      case "identifier":
        this.#declare(node, this.#declaredName(node.name));
        return 1;
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "fold":
        return isBinding(node) ? this.#binding(node) : this.#fold(node);
    }
  }

  #local = (name: string): Local | undefined => this.#locals.findLast((each) => each.name === name);

  #declaredName(name: string): CelType | undefined {
    const local = this.#local(name);
    return local === undefined ? (this.#variables.get(name) ?? this.#others) : local.declared;
  }

  #declare(node: Expression, type: CelType | undefined): void {
    if (type !== undefined) this.#declared.set(node, type);
  }

  #select(node: Extract<Expression, { kind: "select" }>): number {
    const operand = this.cost(node.operand);
    if (node.test) return operand;
    const kind = this.#checked.types.get(node.operand)?.kind;
    const declared = this.#declared.get(node.operand);
    if (declared?.kind === "object") this.#declare(node, declared.fields.get(node.field)?.type);
    if (declared?.kind === "map" && this.#namedEntries) this.#declare(node, declared.value);
    return operand + (kind === "map" || kind === "object" || kind === "parameter" ? 1 : 0);
  }

  #list(node: ListNode): number {
    return 10 + this.#gather(node, [], node.elements);
  }

  #map(node: MapNode): number {
    const keys = node.entries.map(({ key }) => key);
    const values = node.entries.map(({ value }) => value);
    return 30 + this.#gather(node, keys, values);
  }

  /** The cost of the parts of a literal; records their sizes. */
  #gather(node: Expression, keys: readonly Expression[], values: readonly Expression[]): number {
    let sum = 0;
    for (const part of [...keys, ...values]) sum += this.cost(part);
    const ranged = (parts: readonly Expression[]): SizeRange =>
      parts.length === 0 ? exactly(0) : parts.map((part) => this.#size(part)).reduce(union);
    const key = node.kind === "list" ? exactly(1) : ranged(keys);
    this.#entries.set(node, { key, value: ranged(values) });
    return sum;
  }

  #size(node: Expression): SizeRange {
    return this.#knownSize(node) ?? UNKNOWN;
  }

  #knownSize(node: Expression): SizeRange | undefined {
    const known = this.#sizes.get(node) ?? literalSize(node);
    if (known !== undefined) return known;
    const declared = this.#declared.get(node);
    if (declared !== undefined) return { min: 0, max: declared.maxSize ?? 0 };
    const type = this.#checked.types.get(node) ?? DYN;
    if (isScalar(type)) return exactly(1);
    return node.kind === "identifier" ? this.#local(node.name)?.size : undefined;
  }

  #entriesOf(node: Expression): Entries | undefined {
    return this.#entries.get(node) ?? (node.kind === "identifier" ? this.#local(node.name)?.entries : undefined);
  }

  #call(node: CallNode): number {
    const { name, args } = node;
    const [first, second, third] = args;
    if (name === "dyn" && first !== undefined) {
      const inner = this.cost(first);
      this.#copySizes(node, first);
      return inner + 1;
    }
    const costs = args.map((arg) => this.cost(arg));
    const overloads = this.#checked.calls.get(node) ?? [];
    const byMember = node.target !== undefined && (overloads[0]?.member ?? false);
    const target = byMember && node.target !== undefined ? this.cost(node.target) : 0;
    const all = byMember && node.target !== undefined ? [node.target, ...args] : args;
    const sum = costs.reduce((a, b) => a + b, target);
    if (name === OPERATORS.conditional && second !== undefined && third !== undefined) {
      this.#sizes.set(node, union(this.#size(second), this.#size(third)));
      const [yes, no] = [this.#entriesOf(second), this.#entriesOf(third)];
      if (yes !== undefined && no !== undefined) this.#entries.set(node, join(yes, no));
      return (costs[0] ?? 0) + Math.max(costs[1] ?? 0, costs[2] ?? 0);
    }
    if (name === OPERATORS.and || name === OPERATORS.or) return sum;
    if (overloads.length === 0) return name === OPERATORS.optionalSelect ? sum + 1 : 0;
    const estimates = all.map((arg) => this.#argument(arg));
    const own = this.#equality(node, all) ?? maxOf(overloads.map((overload) => callCost(overload, estimates)));
    this.#noteResult(node, all, overloads, estimates);
    return sum + own;
  }

  #equality({ name }: CallNode, all: readonly Expression[]): number | undefined {
    if (name !== OPERATORS.equals) return undefined;
    return equalityCost(all.map((each) => ({ type: this.#checked.types.get(each), size: this.#knownSize(each) })));
  }

  #argument(node: Expression): ArgumentEstimate {
    const type = this.#checked.types.get(node) ?? DYN;
    const isList = type.kind === "list";
    let elements: SizeRange | undefined;
    if (isList && (type.element.kind === "string" || type.element.kind === "bytes")) {
      const declared = this.#declared.get(node);
      elements = declared?.kind === "list" ? { min: 0, max: declared.element.maxSize ?? 0 } : UNKNOWN;
    }
    const literal = node.kind === "constant" && typeof node.value === "bigint" ? node.value : undefined;
    return { size: this.#size(node), elements, isList, literal };
  }

  /** Records facts about a call's result: the value that an index leads to, the length of a sum. */
  #noteResult(
    node: CallNode,
    all: readonly Expression[],
    overloads: readonly Overload[],
    estimates: readonly ArgumentEstimate[],
  ): void {
    const [first, second] = all;
    if (node.name === OPERATORS.index && first !== undefined) {
      const declared = this.#declared.get(first);
      if (declared?.kind === "list") this.#declare(node, declared.element);
      if (declared?.kind === "map") this.#declare(node, declared.value);
      const entries = this.#entriesOf(first);
      if (entries !== undefined) this.#sizes.set(node, entries.value);
      return;
    }
    if (node.name === OPERATORS.add && first !== undefined && second !== undefined) {
      const [left, right] = [this.#entriesOf(first), this.#entriesOf(second)];
      if (left !== undefined && right !== undefined) this.#entries.set(node, join(left, right));
    }
    const sizes = estimates.map(({ size }) => size);
    const results = overloads.flatMap((overload) => overload.resultSize?.(sizes, estimates) ?? []);
    if (results.length > 0) this.#sizes.set(node, results.reduce(union));
  }

  #copySizes(to: Expression, from: Expression): void {
    const size = this.#knownSize(from);
    if (size !== undefined) this.#sizes.set(to, size);
    const entries = this.#entriesOf(from);
    if (entries !== undefined) this.#entries.set(to, entries);
  }

  #bind(name: string, value: Expression): void {
    const declared = name === ACCUMULATOR ? undefined : this.#declared.get(value);
    this.#locals.push({ name, declared, size: this.#knownSize(value), entries: this.#entriesOf(value) });
  }

  #binding(node: FoldNode): number {
    const before = this.cost(node.range) + this.cost(node.init);
    this.#bind(node.accumulator, node.init);
    const result = this.cost(node.result);
    this.#locals.pop();
    this.#copySizes(node, node.result);
    return before + result;
  }

  #fold(node: FoldNode): number {
    let sum = this.cost(node.range) + this.cost(node.init);
    this.#bind(node.accumulator, node.init);
    const range = this.#declared.get(node.range);
    const isList = (this.#checked.types.get(node.range) ?? range)?.kind === "list";
    const declared = range?.kind === "list" ? range.element : range?.kind === "map" ? range.key : undefined;
    const entries = this.#entriesOf(node.range);
    const size = isList ? entries?.value : entries?.key;
    this.#locals.push({ name: node.variable, declared, size, entries: undefined });
    const body = this.cost(node.condition) + this.cost(node.step);
    this.#locals.pop();
    sum += this.cost(node.result);
    this.#locals.pop();
    const count = this.#size(node.range);
    if (node.init.kind === "constant") this.#copySizes(node, node.init);
    else if (node.init.kind === "list" || node.init.kind === "map") {
      this.#sizes.set(node, count);
      const made = this.#entriesOf(node.step);
      if (made !== undefined) this.#entries.set(node, made);
    }
    return sum + times(count.max, body);
  }
}

const join = (a: Entries, b: Entries): Entries => ({ key: union(a.key, b.key), value: union(a.value, b.value) });

const isBinding = ({ range, condition, accumulator }: FoldNode): boolean =>
  range.kind === "list" &&
  range.elements.length === 0 &&
  condition.kind === "constant" &&
  condition.value === false &&
  accumulator !== ACCUMULATOR;

function callCost(overload: Overload, args: readonly ArgumentEstimate[]): number {
  if (overload.estimate !== undefined) return overload.estimate(args);
  const cost = overload.cost?.(args.map(({ size }) => size.max)) ?? 1;
  // Infinity times zero is NaN: an empty pattern costs nothing anywhere.
  return Number.isNaN(cost) ? 0 : cost;
}
