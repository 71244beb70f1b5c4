/** Validates the rules of a definition's schema: they must compile, and their estimated costs must be within limits. */

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

/** A schema being visited, with its position. */
interface Place {
  readonly path: string;
  /** Undefined when rules cannot access it. */
  readonly type: RuleType | undefined;
  /** How many such values an object can have; undefined when unlimited. */
  readonly cardinality: number | undefined;
  /**
   * Path of an enclosing list whose items have no identity, or of an enclosing atomic object. Values inside it have no
   * former values.
   */
  readonly uncorrelatable: string | undefined;
}

/**
 * Field errors of all rules in the schema of a version.
 * @param sound whether the schema has no other errors; rules are only compiled if so
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
  /** Errors of the form of rules. */
  readonly shapes: FieldError[] = [];
  /** Errors of compiled rules. */
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
    // Members of an atomic object have no former values, because it is replaced as a whole.
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

  /** @param before the number of errors of form when the visit of this schema started */
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
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelatable}`;
      errors.push(invalid(at, rule.rule, detail));
    } else if (!compiled.usesOld && rule.optionalOldSelf !== undefined && rule.optionalOldSelf !== null) {
      const detail = "may not be set if oldSelf is not used in rule";
      errors.push(invalid(child(path, "optionalOldSelf"), rule.optionalOldSelf, detail));
    }
    return errors;
  }
}

/** How many items or members one value of a schema can have; undefined when unlimited. */
function elementsOf(schema: JsonSchema): number | undefined {
  if (schema.type === "array") return schema.maxItems;
  if (schema.type === "object" && allowsAdditional(schema)) return schema.maxProperties;
  return 1;
}
