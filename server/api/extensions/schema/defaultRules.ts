/** Validates defaults: a default must be valid for its own schema. */

import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { child, type FieldError, key } from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { offloaded } from "../../../ground/cel/evaluator.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { goSyntax } from "../../../model/apply/goFormat.ts";
import { pruneInSteps } from "../../../model/schema/prune.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { embeddedMisfit, validateEmbedded } from "../content/validateContent.ts";
import { validateInSteps } from "../content/validateValue.ts";
import { compilingRules } from "../rules/ruleEvaluation.ts";
import { evaluateAgainstRules, type RuleSubject, ruleJob } from "../rules/ruleJob.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { compileInSteps } from "./structuralSchema.ts";

/**
 * Field errors of the defaults of a schema and of the schemas inside it. Values of maps are skipped, because the key
 * under which a default would be set is unknown.
 */
export function* validateDefaults(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  yield* visit(schema, path, true);
  return errors;

  /** @param identity the enclosing object, when the schema describes its apiVersion, kind or metadata */
  function* visit(nested: JsonSchema, at: string, isWhole: boolean, identity?: Identity): Steps<void> {
    if (isTurnDue()) yield;
    const place: Place = { path: at, isObject: isWhole, identity: isWhole ? undefined : identity };
    for (const error of yield* validateDefault(nested, place, vocabulary)) errors.push(error);
    for (const [part, below, name] of partsOf(nested, at)) {
      if (!isRecord(part)) continue;
      const around = isWhole ? identityOf(nested, name, vocabulary) : identity && within(identity, name);
      yield* visit(part, below, extensionsOf(part, vocabulary).embeddedResource, around);
    }
  }
}

/** The position of a default. */
interface Place {
  readonly path: string;
  /** Whether the schema describes whole objects. */
  readonly isObject: boolean;
  readonly identity: Identity | undefined;
}

/** The enclosing object of a default for its metadata, kind or apiVersion. */
interface Identity {
  /** Schema of the whole object. */
  readonly schema: JsonSchema;
  readonly objectWith: (value: unknown) => unknown;
}

const IDENTITY = ["apiVersion", "kind", "metadata"];

function identityOf(schema: JsonSchema, name: string | undefined, vocabulary: Vocabulary): Identity | undefined {
  if (name === undefined || !IDENTITY.includes(name)) return undefined;
  return {
    schema: { ...schema, [`${vocabulary.extensionPrefix}embedded-resource`]: true },
    objectWith: (value) => ({ apiVersion: "validation/v1", kind: "Validation", [name]: value }),
  };
}

/** @param name of the member; undefined for an item */
const within = ({ schema, objectWith }: Identity, name: string | undefined): Identity => ({
  schema,
  objectWith: (value) => objectWith(name === undefined ? [value] : { [name]: value }),
});

type Part = readonly [part: unknown, path: string, name: string | undefined];

function* partsOf({ items, properties = {} }: JsonSchema, path: string): Generator<Part> {
  yield [items, child(path, "items"), undefined];
  const at = child(path, "properties");
  for (const name of Object.keys(properties)) yield [properties[name], key(at, name), name];
}

function* validateDefault(
  schema: JsonSchema,
  { path, isObject, identity }: Place,
  vocabulary: Vocabulary,
): Steps<readonly FieldError[]> {
  const value = schema.default;
  if (value === undefined || value === null) return [];
  yield;
  const at = child(path, "default");
  const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const errors: FieldError[] = [];
  if (identity === undefined) {
    // Wrap the schema as a field, so that the value is pruned as it would be there.
    const node = yield* compileInSteps(
      { type: "object", properties: { value: schema } },
      { vocabulary, objectMeta, gvk: ["", "", ""] },
    );
    const pruned = yield* pruneInSteps(node, { value }, { objectMeta });
    if (!(yield* equalInSteps(pruned.value, { value }))) {
      errors.push(invalidText(at, goSyntax(value), "must not have unknown fields"));
    }
    const misfits = yield* embeddedErrors(schema, value, at);
    if (misfits.length > 0) return [...errors, ...misfits];
  } else {
    const misfits = yield* embeddedErrors(identity.schema, identity.objectWith(value), "");
    if (misfits.length > 0) {
      const texts = misfits.map(({ field, message }) => `${field}: ${message}`);
      return [invalidText(at, goSyntax(value), `must result in valid metadata: ${aggregateText(texts)}`)];
    }
  }
  const misfits = yield* validateInSteps(schema, value, { vocabulary, base: at });
  if (misfits.length > 0) return [...errors, ...misfits];
  return [...errors, ...(yield* ruleErrors(schema, value, at))];

  function* embeddedErrors(whole: JsonSchema, object: unknown, base: string): Steps<FieldError[]> {
    const misfit = yield* embeddedMisfit(whole, object, vocabulary, objectMeta, base);
    return misfit === undefined ? yield* validateEmbedded(whole, object, vocabulary, base) : [misfit];
  }

  function* ruleErrors(of: JsonSchema, judged: unknown, base: string): Steps<readonly FieldError[]> {
    const evaluate = yield* compilingRules(of, vocabulary, isObject);
    if (evaluate === undefined) return [];
    // A default may replace an equal old value, or be set where there was none.
    for (const old of [judged, undefined]) {
      const subject: RuleSubject = { value: judged, options: { old, path: base, strict: true } };
      const broken = yield* offloaded(
        (slice) => evaluateAgainstRules(evaluate, subject, slice),
        () => ruleJob(of, vocabulary, subject, isObject),
      );
      if (broken.errors.length > 0) return broken.errors;
    }
    return [];
  }
}
