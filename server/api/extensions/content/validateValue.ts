/**
 * Validates values of custom resources against their schema, with the reference's field errors. Rules in an expression
 * language (`…-validations`) are handled in rules/ruleEvaluation.ts.
 */

import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import {
  type FieldError,
  FieldErrorList,
  formatValue,
  invalid,
  notAmong,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { hasFormat, isFormat } from "../../../ground/formats/valueFormats.ts";
import { goSyntax } from "../../../model/apply/goFormat.ts";
import { choicesOf } from "../schema/choices.ts";
import { validateCombinations } from "../schema/combinations.ts";
import { additionalSchema, extensionsOf, isRecord, type JsonSchema } from "../schema/jsonSchema.ts";
import { matchItems } from "../schema/keyedItems.ts";
import { matchesPattern } from "../schema/patterns.ts";
import { type SchemaChecks, weigh } from "./weight.ts";

export interface ValidateOptions {
  readonly vocabulary: Vocabulary;
  /** Path of the value in its object; messages only name paths below it. Default: the value is the whole object. */
  readonly base?: string;
  /** The value before an update: unchanged parts are not validated. */
  readonly old?: unknown;
}

/** A value being validated, with its position. Paths are only built for errors. */
class Place {
  readonly vocabulary: Vocabulary;
  readonly #base: string;
  readonly #outer: Place | undefined;
  readonly #step: string | number;

  /** @param step the member name or index in the outer value */
  constructor(vocabulary: Vocabulary, base: string, outer?: Place, step: string | number = "") {
    this.vocabulary = vocabulary;
    this.#base = base;
    this.#outer = outer;
    this.#step = step;
  }

  below(step: string | number): Place {
    return new Place(this.vocabulary, this.#base, this, step);
  }

  /** Path below the base, as messages name it. */
  get path(): string {
    return this.#outer === undefined ? "" : join(this.#outer.path, this.#step);
  }

  /** Path from the object's root. */
  get field(): string {
    return this.#outer === undefined ? this.#base : join(this.#outer.field, this.#step);
  }
}

function join(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return path === "" || step.startsWith("[") ? path + step : `${path}.${step}`;
}

/**
 * Field errors of a value, in the order of the schema's members; stops when the error list is full.
 *
 * @example atOnce(validateInSteps({ type: "object", required: ["a"] }, {}, { vocabulary })) // [required("a")]
 */
export function* validateInSteps(schema: JsonSchema, value: unknown, options: ValidateOptions): Steps<FieldError[]> {
  const { base = "", vocabulary } = options;
  const found = yield* validateAt(schema, value, new Place(vocabulary, base), options.old);
  return found.length < 2 ? [...found] : yield* withoutRepetitions(found);
}

/** Removes duplicates: combinations may find an error more than once. */
function* withoutRepetitions(errors: readonly FieldError[]): Steps<FieldError[]> {
  const reported = new Set<string>();
  const list = new FieldErrorList();
  for (const error of errors) {
    if (isTurnDue()) yield;
    // Errors beyond the limit are only counted, so their long texts are not compared.
    if (!list.isFull) {
      const text = `${error.field}: ${error.message}`;
      if (reported.has(text)) continue;
      reported.add(text);
    }
    list.add(error);
  }
  return list.errors;
}

const NONE: readonly FieldError[] = [];

/** The same for a value inside another. @param old undefined when there is nothing to compare with */
function* validateAt(schema: JsonSchema, value: unknown, place: Place, old?: unknown): Steps<readonly FieldError[]> {
  if (old !== undefined && (yield* equalInSteps(old, value))) return NONE;
  const list = new FieldErrorList();
  list.addAll(validateType(schema, value, place));
  if (value !== null) {
    if (combines(schema)) list.addAll(yield* validateCombined(schema, value, place));
    if (typeof value === "string") list.addAll(validateText(schema, value, place, yield* hasPattern(schema, value)));
    if (typeof value === "number" || typeof value === "bigint") list.addAll(validateNumber(schema, value, place));
    if (Array.isArray(value)) yield* validateItems(schema, value, { place, old, list });
  }
  list.addAll(validateChoice(schema, value, place));
  if (isRecord(value)) yield* validateMembers(schema, value, { place, old, list });
  return list.errors;
}

/** Validates values without parts directly instead of in steps. */
function validatePart(schema: JsonSchema, value: unknown, place: Place, old: unknown): readonly FieldError[] {
  if (old === value && old !== undefined) return NONE;
  const type = validateType(schema, value, place);
  const choice = validateChoice(schema, value, place);
  if (value === null) return [...type, ...choice];
  if (typeof value === "string") return [...type, ...validateText(schema, value, place), ...choice];
  if (typeof value === "number" || typeof value === "bigint") {
    return [...type, ...validateNumber(schema, value, place), ...choice];
  }
  return type.length + choice.length === 0 ? NONE : [...type, ...choice];
}

/**
 * Whether a value can be validated directly: it has no parts, and its schema has neither alternatives nor a pattern.
 */
const isPlain = (schema: JsonSchema, value: unknown): boolean =>
  (typeof value !== "object" || value === null) && !combines(schema) && schema.pattern === undefined;

const combines = ({ allOf, anyOf, oneOf, not }: JsonSchema): boolean => (allOf ?? anyOf ?? oneOf ?? not) !== undefined;

function* validateCombined(schema: JsonSchema, value: unknown, place: Place): Steps<FieldError[]> {
  const checks: SchemaChecks = {
    fits: (each, part) => validateType(each, part, place).length === 0,
    isValid: function* (each, part) {
      return (yield* validateAt(each, part, place)).length === 0;
    },
  };
  return yield* validateCombinations(schema, place.path, {
    validate: (each) => validateAt(each, value, place),
    weighOne: (each) => weigh(each, value, checks),
  });
}

/** Null is never a valid choice, even when the enum lists it, as in the reference. */
function validateChoice(schema: JsonSchema, value: unknown, place: Place): readonly FieldError[] {
  if (schema.enum === undefined || schema.enum.length === 0) return NONE;
  const choices = choicesOf(schema, schema.enum);
  if (value !== null && choices.includes(value)) return NONE;
  const rendered = typeof value === "object" && value !== null ? goSyntax(value) : formatValue(value);
  return [notAmong(place.field, rendered, choices.listText())];
}

function validateType(schema: JsonSchema, value: unknown, place: Place): readonly FieldError[] {
  const { type = "", format: named = "", nullable = false } = schema;
  const expected = extensionsOf(schema, place.vocabulary).intOrString ? ["integer", "string"] : [type];
  const format = isFormat(named) ? named : "";
  if (type === "" && expected.length === 1 && format === "") return NONE;
  const actual = typeName(value);
  const misfit = (wanted: string, found: string): FieldError[] => [
    typeInvalid(place.field, found, `${place.path} in body must be of type ${wanted}: ${JSON.stringify(found)}`),
  ];
  if (actual === "null") return nullable || type === "" ? NONE : misfit(type, actual);
  // With a format, the reference leaves texts and lists to the format check, and names the format as the expected type
  // of other values.
  if (format !== "" && (actual === "string" || actual === "array")) {
    if (!expected.includes("number") && !expected.includes("integer")) return NONE;
  }
  if (expected.includes(actual) || (actual === "integer" && expected.includes("number"))) return NONE;
  if (format !== "" && actual !== "string" && actual !== "array") return misfit(format, FORMAT_NAMES[actual] ?? "");
  return misfit(expected.join(","), actual);
}

/** The reference's names of numeric types when the schema has a format. */
const FORMAT_NAMES: Readonly<Record<string, string>> = { integer: "int64", number: "float64" };

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  // Larger integers that fit into 64 bits are bigints; any other number is a float.
  if (typeof value === "number") return Number.isSafeInteger(value) ? "integer" : "number";
  return typeof value;
}

/**
 * Whether the schema's pattern, if there is one, is found in a text. Skipped for a text that is refused as too long.
 */
function* hasPattern({ pattern, maxLength }: JsonSchema, value: string): Steps<boolean> {
  if (pattern === undefined || (maxLength !== undefined && value.length > 2 * maxLength)) return true;
  return yield* matchesPattern(pattern, value);
}

function validateText(schema: JsonSchema, value: string, place: Place, isFound = true): FieldError[] {
  const errors: FieldError[] = [];
  const { maxLength, minLength, pattern, format } = schema;
  const fail = (what: string): void =>
    void errors.push(invalid(place.field, value, `${place.path} in body should ${what}`));
  // A character has one or two UTF-16 units, so most texts need not be counted.
  const isLonger = (length: number): boolean => value.length > length && [...value].length > length;
  if (maxLength !== undefined && isLonger(maxLength)) errors.push(tooLong(place.field, maxLength));
  else if (minLength !== undefined && !isLonger(minLength - 1)) fail(`be at least ${minLength} chars long`);
  else if (!isFound) fail(`match '${pattern}'`);
  if (format !== undefined && !hasFormat(format, value)) {
    const detail = `${place.path} in body must be of type ${format}: ${JSON.stringify(value)}`;
    errors.push(typeInvalid(place.field, value, detail));
  }
  return errors;
}

function validateNumber(schema: JsonSchema, value: number | bigint, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  const { multipleOf, maximum, minimum } = schema;
  const fail = (what: string): void =>
    void errors.push(invalid(place.field, value, `${place.path} in body should be ${what}`));
  if (multipleOf !== undefined && !isMultiple(Number(value), multipleOf)) fail(`a multiple of ${multipleOf}`);
  if (maximum !== undefined && (schema.exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    fail(`less than ${schema.exclusiveMaximum === true ? "" : "or equal to "}${maximum}`);
  }
  if (minimum !== undefined && (schema.exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    fail(`greater than ${schema.exclusiveMinimum === true ? "" : "or equal to "}${minimum}`);
  }
  return errors;
}

/** Decimal fractions are not exact in binary, so a ratio that is almost an integer counts as one. */
function isMultiple(value: number, factor: number): boolean {
  const ratio = value / factor;
  return Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * Math.abs(ratio);
}

/** A value with parts: its position, its former value, and the list for its errors. */
interface ItemContext {
  readonly place: Place;
  readonly old: unknown;
  readonly list: FieldErrorList;
}

function* validateItems(schema: JsonSchema, value: readonly unknown[], { place, old, list }: ItemContext): Steps<void> {
  const { minItems, maxItems, items } = schema;
  if (items !== undefined) {
    const before = yield* matchItems(schema, old, place.vocabulary);
    for (const [i, item] of value.entries()) {
      if (list.isFull) break;
      if (isTurnDue()) yield;
      const at = place.below(i);
      list.addAll(
        isPlain(items, item)
          ? validatePart(items, item, at, before(item))
          : yield* validateAt(items, item, at, before(item)),
      );
    }
  }
  if (minItems !== undefined && value.length < minItems) {
    list.add(invalid(place.field, value.length, `${place.path} in body should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) list.add(tooMany(place.field, value.length, maxItems));
}

function* validateMembers(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  { place, old, list }: ItemContext,
): Steps<void> {
  const { minProperties, maxProperties, properties = {} } = schema;
  if (minProperties !== undefined || maxProperties !== undefined) {
    const count = Object.keys(value).length;
    if (minProperties !== undefined && count < minProperties) {
      list.add(invalid(place.field, count, `${place.path} in body should have at least ${minProperties} properties`));
    }
    if (maxProperties !== undefined && count > maxProperties) list.add(tooMany(place.field, count, maxProperties));
  }
  if (schema.additionalProperties === false) {
    for (const member of Object.keys(value)) {
      if (isTurnDue()) yield;
      if (Object.hasOwn(properties, member) || list.isFull) continue;
      list.add(invalid(place.field, member, `${place.path}.${member} in body is a forbidden property`));
    }
  }
  const look = function* (about: JsonSchema, member: string): Steps<void> {
    if (isTurnDue()) yield;
    const before = isRecord(old) ? old[member] : undefined;
    const at = place.below(member);
    list.addAll(
      isPlain(about, value[member])
        ? validatePart(about, value[member], at, before)
        : yield* validateAt(about, value[member], at, before),
    );
  };
  for (const [member, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, member) && !list.isFull) yield* look(property, member);
  }
  const rest = additionalSchema(schema);
  if (rest !== undefined) {
    for (const member of Object.keys(value)) {
      if (!Object.hasOwn(properties, member) && !list.isFull) yield* look(rest, member);
    }
  }
  for (const member of schema.required ?? []) {
    if (!Object.hasOwn(value, member)) list.add(required(place.below(member).field));
  }
}
