/** `allOf`, `anyOf`, `oneOf` and `not` of a schema. */

import { append } from "../../../../shared/collections/append.ts";
import { maxOf } from "../../../../shared/collections/extremes.ts";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** The callbacks for validating the value by one of the combined schemas. */
interface Attempts {
  /** The value's field errors by a schema. */
  readonly validate: (schema: JsonSchema) => Steps<readonly FieldError[]>;
  /** How well the value matches a schema. */
  readonly weighOne: (schema: JsonSchema) => Steps<number>;
}

/** An error of a combination concerns no single field, so its field is empty, and its text names the value. */
const failed = (path: string, message: string): FieldError => invalid("", "", `${JSON.stringify(path)} ${message}`);

/**
 * Field errors of combinations. When no alternative is valid, adds the errors of the one with the greatest weight; of
 * several, the first.
 */
export function* validateCombinations(schema: JsonSchema, path: string, attempts: Attempts): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  if (schema.anyOf !== undefined && schema.anyOf.length > 0) {
    const { valid, best } = yield* attempt(schema.anyOf, attempts);
    if (valid === 0) {
      errors.push(failed(path, "must validate at least one schema (anyOf)"));
      append(errors, best);
    }
  }
  if (schema.oneOf !== undefined && schema.oneOf.length > 0) {
    const { valid, best } = yield* attempt(schema.oneOf, attempts);
    const rule = "must validate one and only one schema (oneOf).";
    if (valid === 0) {
      errors.push(failed(path, `${rule} Found none valid`));
      append(errors, best);
    } else if (valid > 1) errors.push(failed(path, `${rule} Found ${valid} valid alternatives`));
  }
  if (schema.allOf !== undefined && schema.allOf.length > 0) {
    const all: (readonly FieldError[])[] = [];
    for (const each of schema.allOf) all.push(yield* attempts.validate(each));
    const bad = all.filter((found) => found.length > 0);
    append(errors, bad.flat());
    if (bad.length > 0) {
      const none = bad.length === all.length ? ". None validated" : "";
      errors.push(failed(path, `must validate all the schemas (allOf)${none}`));
    }
  }
  if (schema.not !== undefined && (yield* attempts.validate(schema.not)).length === 0) {
    errors.push(failed(path, "must not validate the schema (not)"));
  }
  return errors;
}

function* attempt(
  schemas: readonly JsonSchema[],
  { validate, weighOne }: Attempts,
): Steps<{ readonly valid: number; readonly best: readonly FieldError[] }> {
  const results: (readonly FieldError[])[] = [];
  for (const each of schemas) results.push(yield* validate(each));
  const valid = results.filter((errors) => errors.length === 0).length;
  if (valid > 0) return { valid, best: [] };
  const weights: number[] = [];
  for (const each of schemas) weights.push(yield* weighOne(each));
  return { valid, best: results[weights.indexOf(maxOf(weights))] ?? [] };
}
