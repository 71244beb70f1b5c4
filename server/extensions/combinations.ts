/** `allOf`, `anyOf`, `oneOf` and `not` of a schema. */

import { append } from "../../shared/append.ts";
import { maxOf } from "../../shared/extremes.ts";
import { type FieldError, invalid } from "../../shared/fieldError.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** Field errors of the value in question by one of the schemas. */
type Validate = (schema: JsonSchema) => FieldError[];
/** How close the value comes to one of them. */
type Weigh = (schema: JsonSchema) => number;

/** A combination is not about one field: the error stands beside the fields, and names the value in its text. */
const failed = (path: string, what: string): FieldError => invalid("", "", `${JSON.stringify(path)} ${what}`);

/** Field errors of the combinations; where alternatives fail, those of the weightiest come along, the first of several. */
export function validateCombinations(
  schema: JsonSchema,
  path: string,
  validate: Validate,
  weighOne: Weigh,
): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.anyOf !== undefined && schema.anyOf.length > 0) {
    const attempts = attempt(schema.anyOf, validate, weighOne);
    if (attempts.valid === 0) {
      errors.push(failed(path, "must validate at least one schema (anyOf)"));
      append(errors, attempts.best);
    }
  }
  if (schema.oneOf !== undefined && schema.oneOf.length > 0) {
    const { valid, best } = attempt(schema.oneOf, validate, weighOne);
    const rule = "must validate one and only one schema (oneOf).";
    if (valid === 0) {
      errors.push(failed(path, `${rule} Found none valid`));
      append(errors, best);
    } else if (valid > 1) errors.push(failed(path, `${rule} Found ${valid} valid alternatives`));
  }
  if (schema.allOf !== undefined && schema.allOf.length > 0) {
    const all = schema.allOf.map(validate);
    const bad = all.filter((found) => found.length > 0);
    append(errors, bad.flat());
    if (bad.length > 0) {
      const none = bad.length === all.length ? ". None validated" : "";
      errors.push(failed(path, `must validate all the schemas (allOf)${none}`));
    }
  }
  if (schema.not !== undefined && validate(schema.not).length === 0) {
    errors.push(failed(path, "must not validate the schema (not)"));
  }
  return errors;
}

function attempt(
  schemas: readonly JsonSchema[],
  validate: Validate,
  weighOne: Weigh,
): { readonly valid: number; readonly best: readonly FieldError[] } {
  const results = schemas.map(validate);
  const valid = results.filter((errors) => errors.length === 0).length;
  if (valid > 0) return { valid, best: [] };
  const weights = schemas.map(weighOne);
  return { valid, best: results[weights.indexOf(maxOf(weights))] ?? [] };
}
