/**
 * Values of custom resources against their schema, with the reference's field errors. Rules written in an expression
 * language (`…-validations`) are another matter: rules/ruleEvaluation.ts.
 */

import { deepEqual } from "../../shared/deepEqual.ts";
import {
  type FieldError,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { validateCombinations } from "./combinations.ts";
import { additionalSchema, extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { matchItems } from "./keyedItems.ts";
import { matchesPattern } from "./patterns.ts";
import { hasFormat } from "./valueFormats.ts";

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
  return validateAt(schema, value, { path: "", field: base, vocabulary }, options.old);
}

/** The same for a value inside another. @param old undefined where there is nothing to compare with */
function validateAt(schema: JsonSchema, value: unknown, place: Place, old?: unknown): FieldError[] {
  if (old !== undefined && deepEqual(old, value)) return [];
  const errors = validateType(schema, value, place);
  if (value === null && schema.nullable === true) return errors;
  errors.push(...validateCombinations(schema, place.path, (each) => validateAt(each, value, place)));
  if (typeof value === "string") errors.push(...validateText(schema, value, place));
  if (typeof value === "number" || typeof value === "bigint") errors.push(...validateNumber(schema, value, place));
  if (Array.isArray(value)) errors.push(...validateItems(schema, value, place, old));
  if (schema.enum !== undefined && !schema.enum.some((allowed) => deepEqual(allowed, value))) {
    const supported = schema.enum.map((each) => (typeof each === "string" ? each : stringifyJson(each)));
    errors.push(notSupported(place.field, value, supported));
  }
  if (isRecord(value)) errors.push(...validateMembers(schema, value, place, old));
  return errors;
}

const below = (place: Place, step: string): Place => ({
  ...place,
  path: join(place.path, step),
  field: join(place.field, step),
});
const join = (path: string, step: string): string =>
  path === "" || step.startsWith("[") ? path + step : `${path}.${step}`;

function validateType(schema: JsonSchema, value: unknown, place: Place): FieldError[] {
  const expected = extensionsOf(schema, place.vocabulary).intOrString ? ["integer", "string"] : [schema.type ?? ""];
  if (expected[0] === "") return [];
  const actual = typeName(value);
  if (actual === "null" && schema.nullable === true) return [];
  if (expected.includes(actual) || (actual === "integer" && expected.includes("number"))) return [];
  const why = `${place.path} in body must be of type ${expected.join(",")}: ${JSON.stringify(actual)}`;
  return [typeInvalid(place.field, actual, why)];
}

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
      errors.push(...validateAt(items, item, below(place, `[${i}]`), before(item)));
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
  const before = (member: string): unknown => (isRecord(old) ? old[member] : undefined);
  for (const [member, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, member)) continue;
    errors.push(...validateAt(property, value[member], below(place, member), before(member)));
  }
  const rest = additionalSchema(schema);
  if (rest !== undefined) {
    for (const [member, item] of Object.entries(value)) {
      if (Object.hasOwn(properties, member)) continue;
      errors.push(...validateAt(rest, item, below(place, member), before(member)));
    }
  }
  for (const member of schema.required ?? []) {
    if (!Object.hasOwn(value, member)) errors.push(required(below(place, member).field));
  }
  return errors;
}
