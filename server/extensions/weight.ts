/** Which of several alternatives a value came closest to: the reference tells the errors of that one only. */
import { maxOf } from "../../shared/extremes.ts";
import { additionalSchema, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { isFormat } from "./valueFormats.ts";

/** What the checks themselves say of a value. */
export interface Judge {
  /** Whether the value is of the type that the schema asks for, if any. */
  readonly fits: (schema: JsonSchema, value: unknown) => boolean;
  readonly isValid: (schema: JsonSchema, value: unknown) => boolean;
}

/**
 * How many checks of the schema looked at the value, whether or not they liked it: every schema counts for some, every
 * part of the value that a schema inside is about for as many again.
 *
 * @example weigh({ required: ["a"] }, {}, judge) // 5
 */
export function weigh(schema: JsonSchema, value: unknown, judge: Judge): number {
  const fitting = judge.fits(schema, value) ? 1 : 0;
  if (value === null) return fitting;
  const hasFormat = isFormat(schema.format ?? "");
  let weight = 4 + weighAlternatives(schema, value, judge);
  if (schema.type !== undefined || hasFormat) weight += 1 + fitting;
  if (typeof value === "string") weight += hasFormat ? 2 : 1;
  if (typeof value === "number" || typeof value === "bigint") weight += 2;
  if (Array.isArray(value)) weight += 2 + weighItems(schema, value, judge);
  if (isRecord(value)) weight += 1 + weighMembers(schema, value, judge);
  return weight;
}

const sum = (weights: readonly number[]): number => weights.reduce((total, each) => total + each, 0);

function weighAlternatives(schema: JsonSchema, value: unknown, judge: Judge): number {
  const of = (each: JsonSchema): number => weigh(each, value, judge);
  const weighOne = (alternatives: readonly JsonSchema[] = [], atMost = Number.POSITIVE_INFINITY): number => {
    const valid = alternatives.filter((each) => judge.isValid(each, value));
    if (valid.length > atMost) return 0;
    return valid[0] === undefined ? Math.max(0, maxOf(alternatives.map(of))) : of(valid[0]);
  };
  return weighOne(schema.anyOf) + weighOne(schema.oneOf, 1) + sum((schema.allOf ?? []).map(of));
}

function weighItems({ items }: JsonSchema, value: readonly unknown[], judge: Judge): number {
  return items === undefined ? 0 : sum(value.map((item) => weigh(items, item, judge)));
}

function weighMembers(schema: JsonSchema, value: Readonly<Record<string, unknown>>, judge: Judge): number {
  const { properties = {} } = schema;
  const rest = additionalSchema(schema);
  return sum(
    Object.entries(value).map(([name, member]) => {
      const about = Object.hasOwn(properties, name) ? properties[name] : rest;
      return about === undefined ? 0 : weigh(about, member, judge);
    }),
  );
}
