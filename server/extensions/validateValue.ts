/**
 * Values of custom resources against their schema, with the reference's field errors. Rules written in an expression
 * language (`…-validations`) are another matter: rules/ruleEvaluation.ts.
 */

import { append } from "../../shared/append.ts";
import { deepEqual } from "../../shared/deepEqual.ts";
import {
  type FieldError,
  formatValue,
  invalid,
  notSupportedText,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { goSyntax } from "../apply/goFormat.ts";
import { validateCombinations } from "./combinations.ts";
import { additionalSchema, extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { matchItems } from "./keyedItems.ts";
import { matchesPattern } from "./patterns.ts";
import { hasFormat, isFormat } from "./valueFormats.ts";
import { type Judge, weigh } from "./weight.ts";

export interface ValidateOptions {
  readonly vocabulary: Vocabulary;
  /** Path of the value in its object; messages speak of paths below it only. Default: the value is the object. */
  readonly base?: string;
  /** The value before an update: what did not change since is not held against it. */
  readonly old?: unknown;
}

/** One value on its way through the validators. */
interface Place {
  /** Path below the base, as messages name it. */
  readonly path: string;
  /** Path from the object's root. */
  readonly field: string;
  readonly vocabulary: Vocabulary;
}

/**
 * Field errors of a value, in order of the schema's members.
 *
 * @example validateValue({ type: "object", required: ["a"] }, {}, { vocabulary }) // [required("a")]
 */
export function validateValue(schema: JsonSchema, value: unknown, options: ValidateOptions): FieldError[] {
  const { base = "", vocabulary } = options;
  const found = validateAt(schema, value, { path: "", field: base, vocabulary }, options.old);
  // Combinations find the same thing more than once.
  return found.length < 2
    ? found
    : [...new Map(found.map((error) => [`${error.field}: ${error.message}`, error])).values()];
}

/** The same for a value inside another. @param old undefined where there is nothing to compare with */
function validateAt(schema: JsonSchema, value: unknown, place: Place, old?: unknown): FieldError[] {
  if (old !== undefined && deepEqual(old, value)) return [];
  const errors = validateType(schema, value, place);
  if (value === null) return [...errors, ...validateChoice(schema, value, place)];
  if (combines(schema)) append(errors, validateCombined(schema, value, place));
  if (typeof value === "string") append(errors, validateText(schema, value, place));
  if (typeof value === "number" || typeof value === "bigint") append(errors, validateNumber(schema, value, place));
  if (Array.isArray(value)) append(errors, validateItems(schema, value, place, old));
  append(errors, validateChoice(schema, value, place));
  if (isRecord(value)) append(errors, validateMembers(schema, value, place, old));
  return errors;
}

const combines = ({ allOf, anyOf, oneOf, not }: JsonSchema): boolean => (allOf ?? anyOf ?? oneOf ?? not) !== undefined;

function validateCombined(schema: JsonSchema, value: unknown, place: Place): FieldError[] {
  const judge: Judge = {
    fits: (each, part) => validateType(each, part, place).length === 0,
    isValid: (each, part) => validateAt(each, part, place).length === 0,
  };
  return validateCombinations(
    schema,
    place.path,
    (each) => validateAt(each, value, place),
    (each) => weigh(each, value, judge),
  );
}

/** Null is never among the choices, not even where it is listed: so it is in the reference. */
function validateChoice(schema: JsonSchema, value: unknown, place: Place): FieldError[] {
  const { enum: choices = [] } = schema;
  if (choices.length === 0 || (value !== null && choices.some((allowed) => deepEqual(allowed, value)))) return [];
  const supported = choices.map((each) => (typeof each === "string" ? each : stringifyJson(each)));
  const rendered = typeof value === "object" && value !== null ? goSyntax(value) : formatValue(value);
  return [notSupportedText(place.field, rendered, supported)];
}

const below = (place: Place, step: string): Place => ({
  ...place,
  path: join(place.path, step),
  field: join(place.field, step),
});
const join = (path: string, step: string): string =>
  path === "" || step.startsWith("[") ? path + step : `${path}.${step}`;

function validateType(schema: JsonSchema, value: unknown, place: Place): FieldError[] {
  const { type = "", format: named = "", nullable = false } = schema;
  const expected = extensionsOf(schema, place.vocabulary).intOrString ? ["integer", "string"] : [type];
  const format = isFormat(named) ? named : "";
  if (type === "" && expected.length === 1 && format === "") return [];
  const actual = typeName(value);
  const misfit = (wanted: string, found: string): FieldError[] => [
    typeInvalid(place.field, found, `${place.path} in body must be of type ${wanted}: ${JSON.stringify(found)}`),
  ];
  if (actual === "null") return nullable || type === "" ? [] : misfit(type, actual);
  // With a format the reference leaves texts and lists to the check of the format, and calls all else by a format.
  if (format !== "" && (actual === "string" || actual === "array")) {
    if (!expected.includes("number") && !expected.includes("integer")) return [];
  }
  if (expected.includes(actual) || (actual === "integer" && expected.includes("number"))) return [];
  if (format !== "" && actual !== "string" && actual !== "array") return misfit(format, FORMAT_NAMES[actual] ?? "");
  return misfit(expected.join(","), actual);
}

/** What the reference takes numbers for where a format is asked for. */
const FORMAT_NAMES: Readonly<Record<string, string>> = { integer: "int64", number: "float64" };

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  // Whole numbers beyond that are bigints as far as they fit into 64 bits: what is left is a float.
  if (typeof value === "number") return Number.isSafeInteger(value) ? "integer" : "number";
  return typeof value;
}

function validateText(schema: JsonSchema, value: string, { path, field }: Place): FieldError[] {
  const errors: FieldError[] = [];
  const length = [...value].length;
  if (schema.maxLength !== undefined && length > schema.maxLength) errors.push(tooLong(field, schema.maxLength));
  else if (schema.minLength !== undefined && length < schema.minLength) {
    errors.push(invalid(field, value, `${path} in body should be at least ${schema.minLength} chars long`));
  } else if (schema.pattern !== undefined && !matchesPattern(schema.pattern, value)) {
    errors.push(invalid(field, value, `${path} in body should match '${schema.pattern}'`));
  }
  if (schema.format !== undefined && !hasFormat(schema.format, value)) {
    const why = `${path} in body must be of type ${schema.format}: ${JSON.stringify(value)}`;
    errors.push(typeInvalid(field, value, why));
  }
  return errors;
}

function validateNumber(schema: JsonSchema, value: number | bigint, { path, field }: Place): FieldError[] {
  const errors: FieldError[] = [];
  const { multipleOf, maximum, minimum } = schema;
  const fail = (what: string): void => void errors.push(invalid(field, value, `${path} in body should be ${what}`));
  if (multipleOf !== undefined && !isMultiple(Number(value), multipleOf)) fail(`a multiple of ${multipleOf}`);
  if (maximum !== undefined && (schema.exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    fail(`less than ${schema.exclusiveMaximum === true ? "" : "or equal to "}${maximum}`);
  }
  if (minimum !== undefined && (schema.exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    fail(`greater than ${schema.exclusiveMinimum === true ? "" : "or equal to "}${minimum}`);
  }
  return errors;
}

/** Decimal fractions are not exact in binary: a ratio that is a whole number but for the last bits counts. */
function isMultiple(value: number, factor: number): boolean {
  const ratio = value / factor;
  return Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * Math.abs(ratio);
}

function validateItems(schema: JsonSchema, value: readonly unknown[], place: Place, old: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const { minItems, maxItems, items } = schema;
  if (items !== undefined) {
    const before = matchItems(schema, old, place.vocabulary);
    for (const [i, item] of value.entries()) {
      append(errors, validateAt(items, item, below(place, `[${i}]`), before(item)));
    }
  }
  if (minItems !== undefined && value.length < minItems) {
    errors.push(invalid(place.field, value.length, `${place.path} in body should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) errors.push(tooMany(place.field, value.length, maxItems));
  return errors;
}

function validateMembers(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  old: unknown,
): FieldError[] {
  const errors: FieldError[] = [];
  const { minProperties, maxProperties, properties = {} } = schema;
  const count = Object.keys(value).length;
  const name = place.path === "" ? "" : place.path;
  if (minProperties !== undefined && count < minProperties) {
    errors.push(invalid(place.field, count, `${name} in body should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && count > maxProperties) errors.push(tooMany(place.field, count, maxProperties));
  if (schema.additionalProperties === false) {
    for (const member of Object.keys(value)) {
      if (Object.hasOwn(properties, member)) continue;
      errors.push(invalid(place.field, member, `${name}.${member} in body is a forbidden property`));
    }
  }
  const before = (member: string): unknown => (isRecord(old) ? old[member] : undefined);
  for (const [member, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, member)) continue;
    append(errors, validateAt(property, value[member], below(place, member), before(member)));
  }
  const rest = additionalSchema(schema);
  if (rest !== undefined) {
    for (const [member, item] of Object.entries(value)) {
      if (Object.hasOwn(properties, member)) continue;
      append(errors, validateAt(rest, item, below(place, member), before(member)));
    }
  }
  for (const member of schema.required ?? []) {
    if (!Object.hasOwn(value, member)) errors.push(required(below(place, member).field));
  }
  return errors;
}
