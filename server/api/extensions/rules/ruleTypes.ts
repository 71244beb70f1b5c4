/** Converts a schema to types of the expression language, with the sizes that the schema permits. */
import { maxOf } from "../../../../shared/collections/extremes.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import {
  BOOL,
  type CelType,
  DOUBLE,
  INT,
  type ListSemantics,
  type ObjectField,
  STRING,
} from "../../../ground/cel/types/celType.ts";
import { additionalSchema, extensionsOf, type JsonSchema } from "../schema/jsonSchema.ts";
import { namesOf } from "./escapeName.ts";

/** A type with the size of its smallest value in JSON, in bytes. */
export interface RuleType {
  readonly type: CelType;
  readonly minBytes: number;
  readonly properties?: ReadonlyMap<string, RuleType>;
  /** The type of the items or values, for lists and maps. */
  readonly element?: RuleType;
}

/** Maximum size of a request, in bytes. */
const REQUEST_BYTES = 3 * 1024 * 1024;
/** Maximum length of a duration or a timestamp, with quotes. */
const TIME_BYTES = 32;
const DATE_BYTES = 12;
/** Maximum number of bytes of a code point. */
const POINT_BYTES = 4;

/** How many values of this minimum size fit into a request, as elements of an unbounded list or map. */
export const mostInRequest = (minBytes: number): number => Math.floor(REQUEST_BYTES / (minBytes + 1));

/**
 * Undefined when rules cannot access values of the schema, because neither these nor their content have a type.
 * @param isRoot whether the schema describes a whole object, whose identity is accessible whatever the schema declares
 */
export function* ruleType(schema: JsonSchema, isRoot: boolean, vocabulary: Vocabulary): Steps<RuleType | undefined> {
  if (extensionsOf(schema, vocabulary).intOrString) {
    const maxSize = schema.maxLength === undefined ? REQUEST_BYTES - 2 : schema.maxLength * POINT_BYTES;
    return { type: { kind: "dyn", maxSize }, minBytes: 1 };
  }
  switch (schema.type) {
    case "array":
      return yield* listType(schema, vocabulary);
    case "object":
      return yield* objectType(isRoot ? withIdentity(schema) : schema, vocabulary);
    case "string":
      return textType(schema);
    case "boolean":
      return { type: BOOL, minBytes: 4 };
    case "number":
      return { type: DOUBLE, minBytes: 1 };
    case "integer":
      return { type: INT, minBytes: 1 };
    default:
      return undefined;
  }
}

const NAMES: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, generateName: { type: "string" } },
};

const withIdentity = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: "object",
  properties: { ...schema.properties, apiVersion: { type: "string" }, kind: { type: "string" }, metadata: NAMES },
});

function* listType(schema: JsonSchema, vocabulary: Vocabulary): Steps<RuleType | undefined> {
  if (schema.items === undefined) return undefined;
  const element = yield* memberType(schema.items, vocabulary);
  if (element === undefined) return undefined;
  const { listType: kind, mapKeys } = extensionsOf(schema, vocabulary);
  const semantics: ListSemantics | undefined =
    kind === "set" ? { kind } : kind === "map" ? { kind, keys: mapKeys ?? [] } : undefined;
  const maxSize = schema.maxItems ?? Math.floor((REQUEST_BYTES - 2) / (element.minBytes + 1));
  const type: CelType = { kind: "list", element: element.type, maxSize: Math.max(0, maxSize) };
  return { type: semantics === undefined ? type : { ...type, semantics }, minBytes: 2, element };
}

const memberType = (schema: JsonSchema, vocabulary: Vocabulary): Steps<RuleType | undefined> =>
  ruleType(schema, extensionsOf(schema, vocabulary).embeddedResource, vocabulary);

let objectTypes = 0;

function* objectType(schema: JsonSchema, vocabulary: Vocabulary): Steps<RuleType | undefined> {
  const values = additionalSchema(schema);
  if (values !== undefined) {
    const element = yield* memberType(values, vocabulary);
    if (element === undefined) return undefined;
    const maxSize = schema.maxProperties ?? Math.floor((REQUEST_BYTES - 2) / (element.minBytes + 6));
    const type: CelType = { kind: "map", key: STRING, value: element.type, maxSize: Math.max(0, maxSize) };
    return { type, minBytes: 2, element };
  }
  const fields = new Map<string, ObjectField>();
  const properties = new Map<string, RuleType>();
  let minBytes = 2;
  const stated = schema.properties ?? {};
  const required = new Set(schema.required);
  for (const name of Object.keys(stated)) {
    if (isTurnDue()) yield;
    const property = stated[name] ?? {};
    const found = yield* memberType(property, vocabulary);
    if (found === undefined) continue;
    properties.set(name, found);
    for (const known of namesOf(name)) fields.set(known, { json: name, type: found.type });
    if (required.has(name) && property.default === undefined) {
      minBytes += name.length + found.minBytes + 4;
    }
  }
  // A new name for every schema, because types of different schemas must be distinct.
  objectTypes += 1;
  return { type: { kind: "object", name: `selfType${objectTypes}`, fields }, minBytes, properties };
}

function textType({ format, maxLength, enum: allowed }: JsonSchema): RuleType {
  const whole = REQUEST_BYTES - 2;
  switch (format) {
    case "byte":
      return { type: { kind: "bytes", maxSize: maxLength ?? whole }, minBytes: 2 };
    case "duration":
      return { type: { kind: "duration", maxSize: TIME_BYTES }, minBytes: 3 };
    case "date":
      return { type: { kind: "timestamp", maxSize: DATE_BYTES }, minBytes: DATE_BYTES };
    case "date-time":
      return { type: { kind: "timestamp", maxSize: TIME_BYTES }, minBytes: 21 };
  }
  if (maxLength !== undefined) return { type: { kind: "string", maxSize: maxLength * POINT_BYTES }, minBytes: 2 };
  if (allowed === undefined || allowed.length === 0) return { type: { kind: "string", maxSize: whole }, minBytes: 2 };
  const lengths = allowed.map((each) => (typeof each === "string" ? Buffer.byteLength(each) : 0));
  return { type: { kind: "string", maxSize: maxOf(lengths) }, minBytes: 2 };
}
