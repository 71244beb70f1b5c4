/** Turns a checked expression into nested functions that compute its value and charge for the work. */

import type { Checked } from "../check.ts";
import { CelError } from "../diagnostics.ts";
import { type Overload, TRAVERSAL } from "../overload.ts";
import type {
  CallNode,
  Expression,
  FoldNode,
  ListNode,
  Literal,
  MapNode,
  SelectNode,
  StructNode,
} from "../syntax/expression.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { accepts } from "../types/accepts.ts";
import { type CelType, DYN, isDynamic, runtimeName } from "../types/celType.ts";
import { fromJson } from "../values/fromJson.ts";
import { sizeOf } from "../values/sizeOf.ts";
import {
  type CelValue,
  EntryMap,
  isMap,
  ListValue,
  MessageValue,
  OptionalValue,
  TypeValue,
  Uint,
} from "../values/values.ts";
import { alternative, conditional, logical, notStrictlyFalse } from "./control.ts";
import { foldSteps } from "./fold.ts";
import { member, optionalMember, present } from "./members.ts";
import { charge, chargeIdle, type Run, type Step } from "./run.ts";
import { notOptional, unfitArguments, unfitKey } from "./unfit.ts";

/** Costs of parts, not including their children. */
const NAME_COST = 1;
const LIST_COST = 10;
const MAP_COST = 30;
const MESSAGE_COST = 40;

/** @param variables types of the variables, used to convert their JSON */
export function plan(checked: Checked, variables: ReadonlyMap<string, CelType>): (run: Run) => CelValue {
  const step = new Planner(checked, variables).plan(checked.expression);
  return (run) => step(run, undefined);
}

class Planner {
  readonly #checked: Checked;
  readonly #variables: ReadonlyMap<string, CelType>;
  /** Names bound around the part that is being planned. */
  readonly #bound: string[] = [];

  constructor(checked: Checked, variables: ReadonlyMap<string, CelType>) {
    this.#checked = checked;
    this.#variables = variables;
  }

  plan(node: Expression): Step {
    const named = this.#checked.typeNames.get(node);
    if (named !== undefined) {
      const type = new TypeValue(runtimeName(named));
      return () => type;
    }
    const qualified = this.#checked.qualified.get(node);
    if (qualified !== undefined) return this.#name(qualified);
    switch (node.kind) {
      case "constant": {
        const value = literalValue(node.value);
        return () => value;
      }
      case "identifier":
        return this.#name(node.name);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "fold":
        return this.#fold(node);
      case "struct":
        return this.#struct(node);
    }
  }

  #name(name: string): Step {
    if (this.#bound.includes(name)) {
      return (run, frame) => {
        charge(run, NAME_COST);
        let at = frame;
        while (at !== undefined && at.name !== name) at = at.outer;
        return at?.value ?? null;
      };
    }
    const type = this.#variables.get(name) ?? DYN;
    return (run) => {
      charge(run, NAME_COST);
      const known = run.values.get(name);
      if (known !== undefined) return known;
      const raw = run.variables[name];
      if (raw === undefined) throw new CelError(`no such attribute(s): ${name}`);
      const value = fromJson(raw, type);
      run.values.set(name, value);
      return value;
    };
  }

  #select({ operand, field, test }: SelectNode): Step {
    const value = this.plan(operand);
    if (test) return (run, frame) => present(value(run, frame), field);
    return (run, frame) => {
      const of = value(run, frame);
      charge(run, NAME_COST);
      if (of instanceof OptionalValue) return optionalMember(of, field);
      return member(of, field);
    };
  }

  #call(node: CallNode): Step {
    const { name, args } = node;
    const [first, second, third] = args;
    switch (name) {
      case OPERATORS.and:
        if (first !== undefined && second !== undefined) return logical(this.plan(first), this.plan(second), false);
        break;
      case OPERATORS.or:
        if (first !== undefined && second !== undefined) return logical(this.plan(first), this.plan(second), true);
        break;
      case OPERATORS.conditional:
        if (first !== undefined && second !== undefined && third !== undefined) {
          return conditional(this.plan(first), this.plan(second), this.plan(third));
        }
        break;
      case OPERATORS.notStrictlyFalse:
        if (first !== undefined) return notStrictlyFalse(this.plan(first));
        break;
      case OPERATORS.optionalSelect:
        if (first !== undefined && second?.kind === "constant") {
          const value = this.plan(first);
          const field = String(second.value);
          return (run, frame) => {
            const of = value(run, frame);
            charge(run, NAME_COST);
            return optionalMember(of, field);
          };
        }
    }
    const { target } = node;
    const isAlternative = name === "or" || name === "orValue";
    if (isAlternative && target !== undefined && first !== undefined) {
      return alternative(this.plan(target), this.plan(first), name === "orValue");
    }
    return this.#invoke(node);
  }

  #invoke(node: CallNode): Step {
    const overloads = this.#checked.calls.get(node) ?? [];
    const [some] = overloads;
    const withTarget = node.target !== undefined && (some?.member ?? true);
    const parts = withTarget && node.target !== undefined ? [node.target, ...node.args] : node.args;
    const steps = parts.map((part) => this.plan(part));
    // With one candidate and all types known, checking the values again would have the same result.
    const isCertain =
      isIndexing(node) ||
      (overloads.length === 1 && parts.every((part) => !isDynamic(this.#checked.types.get(part) ?? DYN)));
    const certain = isCertain ? some : undefined;
    return (run, frame) => {
      const values: CelValue[] = new Array(steps.length);
      for (let i = 0; i < steps.length; i++) values[i] = (steps[i] as Step)(run, frame);
      const overload = certain ?? choose(overloads, values);
      if (overload.cost === undefined) {
        charge(run, 1);
        for (const value of values) if (typeof value === "string") readText(run, value);
      } else {
        const sizes = values.map(sizeOf);
        const cost = overload.charge?.(values, run.context) ?? overload.cost(sizes);
        (overload.isIdle === true ? chargeIdle : charge)(run, cost);
        // Measuring a size is work as well, even if the size is not used for a decision.
        run.context.work(values.reduce<number>((sum, value, i) => sum + measuring(value, sizes[i] ?? 0), 0));
      }
      return overload.invoke(values, run.context);
    };
  }

  #list({ elements, optional }: ListNode): Step {
    const steps = elements.map((element) => this.plan(element));
    return (run, frame) => {
      charge(run, LIST_COST);
      const items: CelValue[] = [];
      for (const [i, step] of steps.entries()) {
        const value = step(run, frame);
        if (!optional.has(i)) items.push(value);
        else if (!(value instanceof OptionalValue)) throw notOptional(value);
        else if (value.value !== undefined) items.push(value.value);
      }
      return new ListValue(items);
    };
  }

  #map({ entries }: MapNode): Step {
    const steps = entries.map(({ key, value, optional }) => [this.plan(key), this.plan(value), optional] as const);
    return (run, frame) => {
      charge(run, MAP_COST);
      const map = new EntryMap();
      for (const [keyStep, valueStep, optional] of steps) {
        const key = keyStep(run, frame);
        if (!isKey(key)) throw unfitKey(key);
        let value = valueStep(run, frame);
        if (optional) {
          if (!(value instanceof OptionalValue)) throw notOptional(value, key);
          if (value.value === undefined) {
            map.delete(key);
            continue;
          }
          value = value.value;
        }
        map.set(key, value);
      }
      return map;
    };
  }

  #struct({ name, fields }: StructNode): Step {
    const steps = fields.map(({ name: field, value, optional }) => [field, this.plan(value), optional] as const);
    return (run, frame) => {
      charge(run, MESSAGE_COST);
      const values = new Map<string, CelValue>();
      for (const [field, step, optional] of steps) {
        let value = step(run, frame);
        if (optional) {
          if (!(value instanceof OptionalValue)) throw notOptional(value, field);
          if (value.value === undefined) continue;
          value = value.value;
        }
        values.set(field, value);
      }
      return new MessageValue(name, values);
    };
  }

  #fold(node: FoldNode): Step {
    const range = this.plan(node.range);
    const init = this.plan(node.init);
    this.#bound.push(node.accumulator);
    const result = this.plan(node.result);
    this.#bound.push(node.variable);
    const condition = this.plan(node.condition);
    const step = this.plan(node.step);
    this.#bound.length -= 2;
    return foldSteps(node, { range, init, condition, step, result });
  }
}

function literalValue(value: Literal): CelValue {
  if (typeof value === "object" && value !== null && "uint" in value) return new Uint(value.uint);
  return value;
}

/** Texts of at least this length take time to measure, although reading them costs nothing. */
const LONG_TEXT = 256;

function readText({ context }: Run, text: string): void {
  if (text.length >= LONG_TEXT) context.effort(text.length * TRAVERSAL);
}

/** The number of steps to measure a size: lists store theirs, short texts are measured quickly. */
function measuring(value: CelValue, size: number): number {
  if (typeof value === "string") return size * TRAVERSAL;
  return value !== null && isMap(value) ? size : 0;
}

/** Whether a call is an index operation: the container itself checks the index. */
const isIndexing = ({ name }: CallNode): boolean => name === OPERATORS.index || name === OPERATORS.optionalIndex;

/** Whether a value can be a key: any value without parts. */
const isKey = (value: CelValue): boolean => value === null || typeof value !== "object" || value instanceof Uint;

function choose(overloads: readonly Overload[], values: readonly CelValue[]): Overload {
  for (const overload of overloads) {
    if (overload.args.every((type, i) => accepts(type, values[i] ?? null))) return overload;
  }
  throw unfitArguments(overloads[0]?.name ?? "", values);
}
