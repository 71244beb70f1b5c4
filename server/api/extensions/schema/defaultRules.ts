/** A default must be a value of its own schema. */
import { equalInSteps } from "../../../../shared/deepEqual.ts";
import { child, type FieldError, key } from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { offloaded } from "../../../ground/cel/evaluator.ts";
import { invalidText } from "../../../ground/formats/goText.ts";
import { goSyntax } from "../../../model/apply/goFormat.ts";
import { pruneInSteps } from "../../../model/schema/prune.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { validateInSteps } from "../content/validateValue.ts";
import { compilingRules } from "../rules/ruleEvaluation.ts";
import { judgeByRules, type RuleSubject, ruleJob } from "../rules/ruleJob.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { compileInSteps } from "./structuralSchema.ts";

/**
 * Field errors of the defaults of a schema and of those inside. The values of maps are left out: it is unknown in which
 * of them a default would stand.
 * @param isObject the schema is that of whole objects
 */
export function* validateDefaults(
  schema: JsonSchema,
  path: string,
  vocabulary: Vocabulary,
  isObject = true,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  yield* visit(schema, path, isObject);
  return errors;

  function* visit(nested: JsonSchema, at: string, isWhole: boolean): Steps<void> {
    if (isTurnDue()) yield;
    for (const error of yield* validateDefault(nested, at, vocabulary, isWhole)) errors.push(error);
    for (const [part, below] of partsOf(nested, at)) {
      if (isRecord(part)) yield* visit(part, below, extensionsOf(part, vocabulary).embeddedResource);
    }
  }
}

function* partsOf({ items, properties = {} }: JsonSchema, path: string): Generator<readonly [unknown, string]> {
  yield [items, child(path, "items")];
  const at = child(path, "properties");
  for (const name of Object.keys(properties)) yield [properties[name], key(at, name)];
}

function* validateDefault(
  schema: JsonSchema,
  path: string,
  vocabulary: Vocabulary,
  isObject: boolean,
): Steps<readonly FieldError[]> {
  const value = schema.default;
  if (value === undefined || value === null) return [];
  yield;
  const at = child(path, "default");
  const errors: FieldError[] = [];
  // The schema of a field, so that the value is pruned as it would be in its place.
  const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const node = yield* compileInSteps(
    { type: "object", properties: { value: schema } },
    { vocabulary, objectMeta, gvk: ["", "", ""] },
  );
  const pruned = yield* pruneInSteps(node, { value }, { objectMeta });
  if (!(yield* equalInSteps(pruned.value, { value }))) {
    errors.push(invalidText(at, goSyntax(value), "must not have unknown fields"));
  }
  const misfits = yield* validateInSteps(schema, value, { vocabulary, base: at });
  if (misfits.length > 0) return [...errors, ...misfits];
  const evaluate = yield* compilingRules(schema, vocabulary, isObject);
  if (evaluate === undefined) return errors;
  const subject: RuleSubject = { value, options: { old: value, path: at, strict: true } };
  const broken = yield* offloaded(
    (slice) => judgeByRules(evaluate, subject, slice),
    () => ruleJob(schema, vocabulary, subject, isObject),
  );
  return [...errors, ...broken.errors];
}
