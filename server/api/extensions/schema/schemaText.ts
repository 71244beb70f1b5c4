import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { finished, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { quotedPart } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { pointer, structList, structText, textList } from "../../../ground/formats/wording/goText.ts";
import { goSyntaxInSteps } from "../../../model/apply/goFormat.ts";
import type { Rule } from "../rules/rule.ts";
import { ruleText } from "../rules/ruleText.ts";
import type { JsonSchema } from "./jsonSchema.ts";

const PACKAGE = "apiextensions";
const SCHEMA = `${PACKAGE}.JSONSchemaProps`;

/** Maximum number of nested schemas in a message, because each is far longer there than in a body. */
const SHOWN = 1000;

/** Prints a nested schema, as long as there is room. */
type Show = (schema: JsonSchema) => Steps<string>;

/** A schema as the reference's messages print it: a Go structure with all possible members. */
export function* schemaText(schema: JsonSchema, vocabulary: Vocabulary): Steps<string> {
  let room = SHOWN;
  const show = function* (part: JsonSchema): Steps<string> {
    if (isTurnDue()) yield;
    room -= 1;
    return room < 0 ? `${SCHEMA}{}` : structText(SCHEMA, yield* membersOf(part, vocabulary, show));
  };
  return yield* show(schema);
}

function* membersOf(schema: JsonSchema, vocabulary: Vocabulary, show: Show): Steps<Record<string, string>> {
  const text = (member: string): string => quotedPart(String(schema[member] ?? ""));
  const flag = (member: string): string => String(schema[member] === true);
  const reference = (type: string, member: string): string => pointer(type, schema[member]);
  const number = (member: string): string => reference("float64", member);
  const count = (member: string): string => reference("int64", member);
  const extension = (name: string): string => `${vocabulary.extensionPrefix}${name}`;
  const texts = (member: string): string => textList(schema[member] as readonly string[] | undefined);
  const part = (member: string): string => reference(SCHEMA, member);
  return {
    ID: text("id"),
    Schema: text("$schema"),
    Ref: reference("string", "$ref"),
    Description: text("description"),
    Type: text("type"),
    Nullable: flag("nullable"),
    Format: text("format"),
    Title: text("title"),
    Default: reference(`${PACKAGE}.JSON`, "default"),
    Maximum: number("maximum"),
    ExclusiveMaximum: flag("exclusiveMaximum"),
    Minimum: number("minimum"),
    ExclusiveMinimum: flag("exclusiveMinimum"),
    MaxLength: count("maxLength"),
    MinLength: count("minLength"),
    Pattern: text("pattern"),
    MaxItems: count("maxItems"),
    MinItems: count("minItems"),
    UniqueItems: flag("uniqueItems"),
    MultipleOf: number("multipleOf"),
    Enum: yield* listText(`${PACKAGE}.JSON`, schema.enum, valueText),
    MaxProperties: count("maxProperties"),
    MinProperties: count("minProperties"),
    Required: texts("required"),
    Items: reference(`${PACKAGE}.JSONSchemaPropsOrArray`, "items"),
    AllOf: yield* listText(SCHEMA, schema.allOf, show),
    OneOf: yield* listText(SCHEMA, schema.oneOf, show),
    AnyOf: yield* listText(SCHEMA, schema.anyOf, show),
    Not: part("not"),
    Properties: yield* mapText(`map[string]${SCHEMA}`, schema["properties"], show),
    AdditionalProperties: reference(`${PACKAGE}.JSONSchemaPropsOrBool`, "additionalProperties"),
    PatternProperties: yield* mapText(`map[string]${SCHEMA}`, schema["patternProperties"], show),
    Dependencies: yield* mapText(`${PACKAGE}.JSONSchemaDependencies`, schema["dependencies"], dependencyText),
    AdditionalItems: reference(`${PACKAGE}.JSONSchemaPropsOrBool`, "additionalItems"),
    Definitions: yield* mapText(`${PACKAGE}.JSONSchemaDefinitions`, schema["definitions"], show),
    ExternalDocs: reference(`${PACKAGE}.ExternalDocumentation`, "externalDocs"),
    Example: reference(`${PACKAGE}.JSON`, "example"),
    XPreserveUnknownFields: reference("bool", extension("preserve-unknown-fields")),
    XEmbeddedResource: flag(extension("embedded-resource")),
    XIntOrString: flag(extension("int-or-string")),
    XListMapKeys: texts(extension("list-map-keys")),
    XListType: reference("string", extension("list-type")),
    XMapType: reference("string", extension("map-type")),
    XValidations: rulesText(schema[extension("validations")]),
  };
}

/** Prints one item of a list or map. */
type ShowItem<T> = (item: T) => Steps<string> | string;

function* listText<T>(type: string, items: readonly T[] | undefined | null, show: ShowItem<T>): Steps<string> {
  if (items === undefined || items === null) return `[]${type}(nil)`;
  const parts: string[] = [];
  for (const item of items.slice(0, SHOWN)) parts.push(yield* finished(show(item)));
  return `[]${type}{${parts.join(", ")}}`;
}

function* mapText<T>(type: string, map: unknown, show: ShowItem<T>): Steps<string> {
  if (map === undefined || map === null) return `${type}(nil)`;
  const values = map as Readonly<Record<string, T>>;
  const parts: string[] = [];
  const names = yield* sortInSteps(Object.keys(values));
  for (const name of names.slice(0, SHOWN)) {
    parts.push(`${quotedPart(name)}:${yield* finished(show(values[name] as T))}`);
  }
  return `${type}{${parts.join(", ")}}`;
}

/** A value of any type, as an item of a list. */
const valueText = (value: unknown): Steps<string> | string =>
  value === null ? `${PACKAGE}.JSON(nil)` : goSyntaxInSteps(value);

/** A dependency of a member: a schema, or names of other members. */
function dependencyText(value: unknown): string {
  const names = Array.isArray(value) ? (value as readonly string[]) : undefined;
  return structText(`${PACKAGE}.JSONSchemaPropsOrStringArray`, {
    Schema: pointer(SCHEMA, names === undefined ? value : undefined),
    Property: textList(names),
  });
}

/** The rules of a schema. */
const rulesText = (rules: unknown): string =>
  structList(
    `${PACKAGE}.ValidationRule`,
    (rules ?? undefined) as readonly Rule[] | undefined,
    ruleText,
    `${PACKAGE}.ValidationRules`,
  );
