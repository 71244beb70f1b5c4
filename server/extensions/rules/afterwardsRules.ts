import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ValidateCustom } from "../customStrategy.ts";
import type { JsonSchema } from "../jsonSchema.ts";
import { ruleEvaluator } from "./ruleEvaluation.ts";

/** Errors of a form that rules cannot be expected to cope with. */
const BLOCKING: ReadonlySet<FieldError["type"]> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const NOT_CHECKED =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * Lets the rules of a schema judge what passed the other checks. Rules count on the form of what they read: after errors of
 * form there is only a remark that they were not looked at.
 */
export function afterwardsRules(
  schema: JsonSchema,
  vocabulary: Vocabulary,
): (checks: (object: ApiObject, old: ApiObject | undefined) => FieldError[]) => ValidateCustom {
  // Definitions are many and mostly idle: rules are compiled on the first write.
  let evaluate: ReturnType<typeof ruleEvaluator> | null = null;
  return (checks) => (object, old, warn) => {
    const errors = checks(object, old);
    if (evaluate === null) evaluate = ruleEvaluator(schema, vocabulary);
    if (evaluate === undefined) return errors;
    if (errors.some(({ type }) => BLOCKING.has(type))) return [...errors, invalid("<nil>", "null", NOT_CHECKED)];
    return [...errors, ...evaluate(object, old === undefined ? { warn } : { old, warn })];
  };
}
