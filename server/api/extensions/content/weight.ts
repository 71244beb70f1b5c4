/** Determines which of several alternatives a value matches best; the reference only reports the errors of that one. */
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { isFormat } from "../../../ground/formats/valueFormats.ts";
import { additionalSchema, isRecord, type JsonSchema } from "../schema/jsonSchema.ts";

/** The functions of the validator that weighing needs. */
export interface SchemaChecks {
  /** Whether the value has the type that the schema requires, if any. */
  readonly fits: (schema: JsonSchema, value: unknown) => boolean;
  readonly isValid: (schema: JsonSchema, value: unknown) => Steps<boolean>;
}

/**
 * The number of checks that the reference applies to a value, whether or not they pass. Every schema adds a few, and
 * every part of the value with a schema of its own adds its own number.
 *
 * @example atOnce(weigh({ required: ["a"] }, {}, judge)) // 5
 */
export function* weigh(schema: JsonSchema, value: unknown, checks: SchemaChecks): Steps<number> {
  if (isTurnDue()) yield;
  const fitting = checks.fits(schema, value) ? 1 : 0;
  if (value === null) return fitting;
  const hasFormat = isFormat(schema.format ?? "");
  let weight = 4 + (yield* weighAlternatives(schema, value, checks));
  if (schema.type !== undefined || hasFormat) weight += 1 + fitting;
  if (typeof value === "string") weight += hasFormat ? 2 : 1;
  if (typeof value === "number" || typeof value === "bigint") weight += 2;
  if (Array.isArray(value)) weight += 2 + (yield* weighItems(schema, value, checks));
  if (isRecord(value)) weight += 1 + (yield* weighMembers(schema, value, checks));
  return weight;
}

function* weighAlternatives(schema: JsonSchema, value: unknown, checks: SchemaChecks): Steps<number> {
  const weighOne = function* (
    alternatives: readonly JsonSchema[] = [],
    atMost = Number.POSITIVE_INFINITY,
  ): Steps<number> {
    const valid: JsonSchema[] = [];
    for (const each of alternatives) if (yield* checks.isValid(each, value)) valid.push(each);
    if (valid.length > atMost) return 0;
    if (valid[0] !== undefined) return yield* weigh(valid[0], value, checks);
    let largest = 0;
    for (const each of alternatives) largest = Math.max(largest, yield* weigh(each, value, checks));
    return largest;
  };
  let sum = (yield* weighOne(schema.anyOf)) + (yield* weighOne(schema.oneOf, 1));
  for (const each of schema.allOf ?? []) sum += yield* weigh(each, value, checks);
  return sum;
}

function* weighItems({ items }: JsonSchema, value: readonly unknown[], checks: SchemaChecks): Steps<number> {
  let sum = 0;
  if (items !== undefined) for (const item of value) sum += yield* weigh(items, item, checks);
  return sum;
}

function* weighMembers(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  checks: SchemaChecks,
): Steps<number> {
  const { properties = {} } = schema;
  const rest = additionalSchema(schema);
  let sum = 0;
  for (const [name, member] of Object.entries(value)) {
    const about = Object.hasOwn(properties, name) ? properties[name] : rest;
    if (about !== undefined) sum += yield* weigh(about, member, checks);
  }
  return sum;
}
