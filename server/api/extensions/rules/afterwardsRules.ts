import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { awaited, type Steps, settled } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { evaluator, noQuestions } from "../../../ground/cel/evaluator.ts";
import { once } from "../../../ground/offload/once.ts";
import type { ValidateCustom } from "../custom/customStrategy.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { compilingRules } from "./ruleEvaluation.ts";
import { evaluateAgainstRules, type RuleSubject, ruleJob } from "./ruleJob.ts";
import { type RuleTimes, untimedRules } from "./ruleMetrics.ts";

/** Errors of form. Rules cannot be evaluated on a value with such an error. */
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
 * Evaluates the rules of a schema on values that passed the other checks. Rules rely on the form of their input, so
 * errors of form only add a note that the rules were not evaluated.
 */
export function afterwardsRules(
  schema: JsonSchema,
  vocabulary: Vocabulary,
  times: RuleTimes = untimedRules,
): (checks: (object: ApiObject, old: ApiObject | undefined) => Steps<FieldError[]>) => ValidateCustom {
  // There may be many definitions, mostly idle, so rules are compiled on the first write.
  const compiled = once(function* () {
    const start = performance.now();
    const evaluate = yield* compilingRules(schema, vocabulary);
    if (evaluate !== undefined) times.compiled((performance.now() - start) / 1000);
    return evaluate;
  });
  return (checks) =>
    function* (object, old, { user, inFlight, warn }) {
      const errors = yield* checks(object, old);
      const evaluate = yield* settled(compiled(schema));
      if (evaluate === undefined) return errors;
      if (errors.some(({ type }) => BLOCKING.has(type))) return [...errors, invalid("<nil>", "null", NOT_CHECKED)];
      const subject: RuleSubject = { value: object, options: { old } };
      const runEvaluator = evaluator(noQuestions, { owner: user.username, inFlight });
      const start = performance.now();
      const found = yield* awaited(
        runEvaluator(
          ({ slice }) => evaluateAgainstRules(evaluate, subject, slice),
          () => ruleJob(schema, vocabulary, subject),
        ),
      );
      times.evaluated((performance.now() - start) / 1000);
      for (const text of found.warnings) warn(text);
      return [...errors, ...found.errors];
    };
}
