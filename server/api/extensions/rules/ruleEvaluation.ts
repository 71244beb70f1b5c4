/** Evaluates the validation rules of a schema. */
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  key,
  required,
} from "../../../../shared/fieldError.ts";
import { atOnce, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { CALL_COST_LIMIT } from "../../../ground/cel/compile.ts";
import { CelError, CostLimitError } from "../../../ground/cel/diagnostics.ts";
import { fromJson } from "../../../ground/cel/values/fromJson.ts";
import { type CelValue, NONE, OptionalValue } from "../../../ground/cel/values/values.ts";
import type { Slice } from "../../../ground/turns/slice.ts";
import { additionalSchema, isRecord, type JsonSchema } from "../schema/jsonSchema.ts";
import { matchItems } from "../schema/keyedItems.ts";
import { normalFieldPath } from "./fieldPath.ts";
import { type CompiledRule, compilingRule, rulesOf } from "./rule.ts";
import { type RuleType, ruleType } from "./ruleTypes.ts";

/** Cost budget of all rules together for one object. */
const OBJECT_BUDGET = 10_000_000;
/** Units of event loop time for visiting a value, in addition to its rules. */
const VISIT_UNITS = 10;
const MAX_MESSAGE_BYTES = 5 * 1024;

/** The rules of one schema and of the schemas inside it; schemas without any rules are left out. */
interface RuleNode {
  readonly schema: JsonSchema;
  readonly type: RuleType;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly items: RuleNode | undefined;
  readonly values: RuleNode | undefined;
}

export interface EvaluateRulesOptions {
  /** The object before an update. */
  readonly old?: unknown;
  /** Called with the errors of unchanged values, which do not fail the write. */
  readonly warn?: (text: string) => void;
  /** Path of the value. Default: it is the whole object. */
  readonly path?: string;
  /** Report errors of unchanged values as errors, too. */
  readonly strict?: boolean;
  /** The time slice that may be used now; when it is used up, SliceSpent is thrown. Default: no limit. */
  readonly slice?: Slice | undefined;
}

/** Evaluates the rules of a schema on a value. */
export type EvaluateRules = (value: unknown, options?: EvaluateRulesOptions) => FieldError[];

/** {@link compilingRules}, at once. */
export const ruleEvaluator = (schema: JsonSchema, vocabulary: Vocabulary, isRoot = true): EvaluateRules | undefined =>
  atOnce(compilingRules(schema, vocabulary, isRoot));

/**
 * Compiles all rules of a schema, one at a time; undefined when it has none.
 * @param isRoot whether the schema describes whole objects
 */
export function* compilingRules(
  schema: JsonSchema,
  vocabulary: Vocabulary,
  isRoot = true,
): Steps<EvaluateRules | undefined> {
  const node = yield* buildNode(schema, yield* ruleType(schema, isRoot, vocabulary), vocabulary);
  if (node === undefined) return undefined;
  return (value, { old, warn = () => undefined, path = "", strict = false, slice } = {}) => {
    const evaluation = new RuleEvaluation(vocabulary, strict ? undefined : warn, slice);
    evaluation.visit(node, value, { path, old, unchanged: comparison(value, old, () => false) });
    return evaluation.errors;
  };
}

function* buildNode(
  schema: JsonSchema,
  type: RuleType | undefined,
  vocabulary: Vocabulary,
): Steps<RuleNode | undefined> {
  if (type === undefined) return undefined;
  const properties = new Map<string, RuleNode>();
  const stated = schema.properties ?? {};
  for (const name of Object.keys(stated)) {
    if (isTurnDue()) yield;
    const node = yield* buildNode(stated[name] ?? {}, type.properties?.get(name), vocabulary);
    if (node !== undefined) properties.set(name, node);
  }
  const nested = additionalSchema(schema);
  const items = schema.items === undefined ? undefined : yield* buildNode(schema.items, type.element, vocabulary);
  const values = nested === undefined ? undefined : yield* buildNode(nested, type.element, vocabulary);
  const rules: CompiledRule[] = [];
  for (const rule of rulesOf(schema, vocabulary)) rules.push(yield* compilingRule(rule, type.type));
  const isEmpty = rules.length + properties.size === 0 && items === undefined && values === undefined;
  return isEmpty ? undefined : { schema, type, rules, properties, items, values };
}

/** The position of a value, with its former value. */
interface Place {
  readonly path: string;
  /** Undefined when there was no former value, or when it cannot be determined which one it was. */
  readonly old: unknown;
  /** Whether the value is unchanged; for a value without a former value, whether the enclosing value is. */
  readonly unchanged: () => boolean;
}

/** Compares lazily and only once. @param around gives the result when there is no old value */
function comparison(value: unknown, old: unknown, around: () => boolean): () => boolean {
  let result: boolean | undefined;
  return () => {
    result ??= old === undefined ? around() : deepEqual(value, old);
    return result;
  };
}

/** Thrown to end an evaluation whose budget is used up. */
class BudgetSpent extends Error {}

class RuleEvaluation {
  readonly errors: FieldError[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #warn: ((text: string) => void) | undefined;
  readonly #slice: Slice | undefined;
  #budget = OBJECT_BUDGET;
  #stopped = false;

  /** @param warn called with errors of unchanged values; undefined when these count as errors */
  constructor(vocabulary: Vocabulary, warn: ((text: string) => void) | undefined, slice: Slice | undefined) {
    this.#vocabulary = vocabulary;
    this.#warn = warn;
    this.#slice = slice;
  }

  visit(node: RuleNode, value: unknown, place: Place): void {
    if (value === null || value === undefined || this.#stopped) return;
    this.#slice?.take(VISIT_UNITS);
    try {
      this.#evaluateAll(node, value, place);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.#stopped = true;
      return;
    }
    if (Array.isArray(value)) this.#visitItems(node, value, place);
    else if (isRecord(value)) this.#visitMembers(node, value, place);
  }

  #visitItems({ items, schema }: RuleNode, value: readonly unknown[], place: Place): void {
    if (items === undefined) return;
    const before = atOnce(matchItems(schema, place.old, this.#vocabulary));
    for (const [i, item] of value.entries()) {
      const old = before(item);
      const unchanged = comparison(item, old, place.unchanged);
      this.visit(items, item, { path: index(place.path, i), old, unchanged });
    }
  }

  #visitMembers(node: RuleNode, value: Readonly<Record<string, unknown>>, place: Place): void {
    const before = isRecord(place.old) ? place.old : {};
    for (const [name, member] of Object.entries(value)) {
      const property = node.properties.get(name);
      const nested = property ?? node.values;
      if (nested === undefined) continue;
      const old = Object.hasOwn(before, name) ? before[name] : undefined;
      const path = property === undefined ? key(place.path, name) : child(place.path, name);
      this.visit(nested, member, { path, old, unchanged: comparison(member, old, place.unchanged) });
    }
  }

  #evaluateAll(node: RuleNode, value: unknown, place: Place): void {
    if (node.rules.length === 0) return;
    const self = fromJson(value, node.type.type);
    const old = place.old === undefined || place.old === null ? undefined : fromJson(place.old, node.type.type);
    for (const compiled of node.rules) this.#evaluate(compiled, node, place, self, old);
  }

  #evaluate(compiled: CompiledRule, node: RuleNode, place: Place, self: CelValue, old: CelValue | undefined): void {
    const { rule, program, usesOld } = compiled;
    const shown = node.schema.type ?? "";
    const fail = (message: string): void => void this.errors.push(invalid(place.path || WHOLE, shown, message));
    const stop = (message: string): never => {
      fail(message);
      throw new BudgetSpent();
    };
    if (this.#budget <= 0) stop(SPENT);
    if (program === undefined) {
      if (compiled.problem !== undefined) fail(`rule compile error: ${compiled.problem}`);
      return;
    }
    const optional = rule.optionalOldSelf === true;
    if (usesOld && old === undefined && !optional) return;
    const oldSelf = optional ? (old === undefined ? NONE : new OptionalValue(old)) : old;
    const variables: Readonly<Record<string, CelValue>> = oldSelf === undefined ? { self } : { self, oldSelf };
    try {
      const { value, cost } = program.run(variables, { costLimit: CALL_COST_LIMIT, slice: this.#slice });
      if (cost > this.#budget) stop(SPENT);
      this.#budget -= cost;
      if (value === true) return;
    } catch (error) {
      if (error instanceof CostLimitError) {
        stop(
          `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${textOf(compiled)}`,
        );
      }
      if (!(error instanceof CelError)) throw error;
      if (error.message.startsWith("no such overload")) {
        const message = "call arguments did not match a supported operator, function or macro signature for rule";
        fail(`'${error.message}': ${message}: ${textOf(compiled)}`);
      } else fail(`${error.message} evaluating rule: ${textOf(compiled)}`);
      return;
    }
    const path = join(place.path, normalFieldPath(rule.fieldPath ?? "", node.schema) ?? "") || WHOLE;
    const warn = usesOld || this.#warn === undefined || !place.unchanged() ? undefined : this.#warn;
    const report = (error: FieldError): void => {
      if (warn === undefined) this.errors.push(error);
      else warn(`${error.field}: ${error.message}`);
    };
    const detail = this.#message(compiled, variables, path, shown, report);
    report(errorFor(rule.reason, path, shown, detail));
  }

  /** The error message of a failed rule. */
  #message(
    { rule, messageProgram }: CompiledRule,
    variables: Readonly<Record<string, CelValue>>,
    path: string,
    shown: string,
    report: (error: FieldError) => void,
  ): string {
    const otherwise = rule.message ? rule.message.trim() : `failed rule: ${(rule.rule ?? "").trim()}`;
    if (messageProgram === undefined) return otherwise;
    const stop = (message: string): never => {
      report(invalid(path, shown, message));
      throw new BudgetSpent();
    };
    try {
      const { value, cost } = messageProgram.run(variables, { costLimit: CALL_COST_LIMIT, slice: this.#slice });
      if (cost > this.#budget) {
        stop(
          "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
        );
      }
      this.#budget -= cost;
      const text = typeof value === "string" ? value.trim() : "";
      const usable = text !== "" && !text.includes("\n") && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES;
      return usable ? text : otherwise;
    } catch (error) {
      if (error instanceof CostLimitError) {
        const source = JSON.stringify(rule.messageExpression ?? "");
        stop(`no further validation rules will be run due to call cost exceeds limit for messageExpression: ${source}`);
      }
      if (!(error instanceof CelError)) throw error;
      return otherwise;
    }
  }
}

/** The reference's path of a whole object. */
const WHOLE = "<nil>";
const SPENT = "validation failed due to running out of cost budget, no further validation rules will be run";

/** A rule's name in messages: its message, or its expression. */
const textOf = ({ rule }: CompiledRule): string => (rule.message ? rule.message : (rule.rule ?? "")).trim();

const join = (path: string, below: string): string =>
  below === "" ? path : below.startsWith("[") ? `${path}${below}` : child(path, below);

function errorFor(reason: string | null | undefined, path: string, shown: string, detail: string): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return forbidden(path, detail);
    case "FieldValueRequired":
      return required(path, detail);
    case "FieldValueDuplicate":
      return duplicate(path, shown);
    default:
      return invalid(path, shown, detail);
  }
}
