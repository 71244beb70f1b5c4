/** The validation rules of a definition's schema: they compile, and what they may cost is bounded. */

import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, index, invalid, key } from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { additionalSchema, allowsAdditional, extensionsOf, isRecord, type JsonSchema } from "../schema/jsonSchema.ts";
import { type CompiledRule, compilingRule, rulesOf } from "./rule.ts";
import { type CostTally, costTally } from "./ruleCosts.ts";
import { validateRuleShapes } from "./ruleShapes.ts";
import { ruleText } from "./ruleText.ts";
import { mostInRequest, type RuleType, ruleType } from "./ruleTypes.ts";

/** One schema on the way through. */
interface Place {
  readonly path: string;
  /** Undefined when rules cannot see it. */
  readonly type: RuleType | undefined;
  /** How many such values an object can have; undefined without limit. */
  readonly cardinality: number | undefined;
  /** The list around in which values cannot be told from each other, or the object around that has no former members. */
  readonly uncorrelatable: string | undefined;
}

/**
 * Field errors of all rules in the schema of a version.
 * @param sound the schema has no other errors: only then rules are compiled
 */
export function* validateRules(
  schema: JsonSchema,
  path: string,
  vocabulary: Vocabulary,
  sound: boolean,
): Steps<FieldError[]> {
  const tally = costTally(vocabulary);
  const type = sound ? yield* ruleType(schema, true, vocabulary) : undefined;
  const place: Place = { path, type, cardinality: 1, uncorrelatable: undefined };
  const visitor = new RuleVisitor(vocabulary, tally, sound);
  yield* visitor.visit(schema, place);
  const { shapes, meanings } = visitor;
  return [...shapes, ...meanings, ...(sound ? tally.findings(path) : [])];
}

class RuleVisitor {
  /** About the form of rules. */
  readonly shapes: FieldError[] = [];
  /** About what they mean. */
  readonly meanings: FieldError[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #tally: CostTally;
  readonly #sound: boolean;

  constructor(vocabulary: Vocabulary, tally: CostTally, sound: boolean) {
    this.#vocabulary = vocabulary;
    this.#tally = tally;
    this.#sound = sound;
  }

  *visit(schema: JsonSchema, place: Place): Steps<void> {
    const before = this.shapes.length;
    const factor = elementsOf(schema);
    const cardinality =
      place.cardinality === undefined || factor === undefined ? undefined : place.cardinality * factor;
    const { mapType, listType } = extensionsOf(schema, this.#vocabulary);
    const properties = schema.properties ?? {};
    // What is replaced as a whole has no former members.
    const ofProperties = place.uncorrelatable ?? (mapType === "atomic" ? place.path : undefined);
    for (const name of Object.keys(properties)) {
      if (isTurnDue()) yield;
      const property = properties[name] ?? {};
      const type = place.type?.properties?.get(name);
      const path = key(child(place.path, "properties"), name);
      yield* this.visit(property, { path, type, cardinality, uncorrelatable: ofProperties });
    }
    const values = additionalSchema(schema);
    const element = place.type?.element;
    if (values !== undefined) {
      const path = child(place.path, "additionalProperties");
      yield* this.visit(values, { ...place, path, type: element, cardinality });
    }
    if (isRecord(schema.items)) {
      const uncorrelatable = place.uncorrelatable ?? (listType === "map" ? undefined : place.path);
      const path = child(place.path, "items");
      yield* this.visit(schema.items, { path, type: element, cardinality, uncorrelatable });
    }
    yield* this.#visitRules(schema, place, before);
  }

  /** @param before how many findings about form there were before the schema was looked at */
  *#visitRules(schema: JsonSchema, place: Place, before: number): Steps<void> {
    const rules = rulesOf(schema, this.#vocabulary);
    const path = child(place.path, `${this.#vocabulary.extensionPrefix}validations`);
    append(this.shapes, yield* validateRuleShapes(rules, schema, path));
    if (!this.#sound || this.shapes.length > before || place.type === undefined) return;
    const { type, minBytes } = place.type;
    const times = place.cardinality ?? mostInRequest(minBytes);
    for (const [i, rule] of rules.entries()) {
      const compiled = yield* compilingRule(rule, type);
      append(this.meanings, this.#validateMeaning(compiled, index(path, i), { times, place }));
    }
  }

  #validateMeaning(
    compiled: CompiledRule,
    path: string,
    { times, place }: { readonly times: number; readonly place: Place },
  ): FieldError[] {
    const { rule } = compiled;
    const errors: FieldError[] = [];
    const at = child(path, "rule");
    append(errors, this.#tally.observe(at, "rule", compiled.cost === 0 ? 0 : compiled.cost * times));
    if (compiled.problem !== undefined) errors.push(invalidText(at, ruleText(rule), compiled.problem));
    const messageAt = child(path, "messageExpression");
    if (compiled.messageProblem !== undefined) {
      errors.push(invalidText(messageAt, ruleText(rule), compiled.messageProblem));
    } else if (compiled.messageProgram !== undefined) {
      append(errors, this.#tally.observe(messageAt, "messageExpression", compiled.messageCost));
    }
    if (compiled.usesOld && place.uncorrelatable !== undefined) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelatable}`;
      errors.push(invalid(at, rule.rule, why));
    } else if (!compiled.usesOld && rule.optionalOldSelf !== undefined && rule.optionalOldSelf !== null) {
      const why = "may not be set if oldSelf is not used in rule";
      errors.push(invalid(child(path, "optionalOldSelf"), rule.optionalOldSelf, why));
    }
    return errors;
  }
}

/** How many values of its children one value of a schema can hold; undefined without limit. */
function elementsOf(schema: JsonSchema): number | undefined {
  if (schema.type === "array") return schema.maxItems;
  if (schema.type === "object" && allowsAdditional(schema)) return schema.maxProperties;
  return 1;
}
