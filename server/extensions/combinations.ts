/** `allOf`, `anyOf`, `oneOf` and `not` of a schema. */
import { type FieldError, invalid } from "../../shared/fieldError.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** Field errors of the value in question by one of the schemas. */
type Validate = (schema: JsonSchema) => FieldError[];

/** A combination is not about one field: the error stands beside the fields, and names the value in its text. */
const failed = (path: string, what: string): FieldError => invalid("", "", `${JSON.stringify(path)} ${what}`);

/** Field errors of the combinations; where alternatives fail, those of the one that fits best come along. */
export function validateCombinations(schema: JsonSchema, path: string, validate: Validate): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.anyOf !== undefined && schema.anyOf.length > 0) {
    const attempts = attempt(schema.anyOf, validate);
    if (attempts.valid === 0) errors.push(failed(path, "must validate at least one schema (anyOf)"), ...attempts.best);
  }
  if (schema.oneOf !== undefined && schema.oneOf.length > 0) {
    const { valid, best } = attempt(schema.oneOf, validate);
    const rule = "must validate one and only one schema (oneOf).";
    if (valid === 0) errors.push(failed(path, `${rule} Found none valid`), ...best);
    else if (valid > 1) errors.push(failed(path, `${rule} Found ${valid} valid alternatives`));
  }
  if (schema.allOf !== undefined && schema.allOf.length > 0) {
    const all = schema.allOf.map(validate);
    const bad = all.filter((found) => found.length > 0);
    errors.push(...bad.flat());
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
): { readonly valid: number; readonly best: readonly FieldError[] } {
  const results = schemas.map(validate);
  const failures = results.filter((errors) => errors.length > 0);
  const best = failures.reduce((least, errors) => (errors.length < least.length ? errors : least), failures[0] ?? []);
  return { valid: results.length - failures.length, best };
}
