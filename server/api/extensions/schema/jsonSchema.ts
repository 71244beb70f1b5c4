import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** A schema as written in a custom resource definition (`JSONSchemaProps`), decoded but not validated. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly [member: string]: unknown;
}

/** The values of a schema's `x-…` extensions. */
export interface SchemaExtensions {
  readonly preserveUnknown: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType: "atomic" | "set" | "map" | undefined;
  readonly mapKeys: readonly string[] | undefined;
  readonly mapType: "atomic" | "granular" | undefined;
}

const known = new WeakMap<JsonSchema, SchemaExtensions>();
/**
 * Shared by all schemas without extensions. Most have none, and growing a cache of a million entries would block the
 * event loop.
 */
const NONE: SchemaExtensions = {
  preserveUnknown: false,
  embeddedResource: false,
  intOrString: false,
  listType: undefined,
  mapKeys: undefined,
  mapType: undefined,
};

/** Reads the extensions; cached by schema object, which belongs to one vocabulary. */
export function extensionsOf(schema: JsonSchema, vocabulary: Vocabulary): SchemaExtensions {
  let extensions = known.get(schema);
  if (extensions === undefined) {
    if (!hasExtensions(schema, vocabulary.extensionPrefix)) return NONE;
    const read = <T>(name: string): T | undefined =>
      (schema[`${vocabulary.extensionPrefix}${name}`] as T | null | undefined) ?? undefined;
    extensions = {
      preserveUnknown: read("preserve-unknown-fields") === true,
      embeddedResource: read("embedded-resource") === true,
      intOrString: read("int-or-string") === true,
      listType: read("list-type"),
      mapKeys: read("list-map-keys"),
      mapType: read("map-type"),
    };
    known.set(schema, extensions);
  }
  return extensions;
}

function hasExtensions(schema: JsonSchema, prefix: string): boolean {
  for (const member in schema) if (member.startsWith(prefix)) return true;
  return false;
}

/** The schema of additional properties; undefined when there is none, or when it is a boolean. */
export const additionalSchema = (schema: JsonSchema): JsonSchema | undefined =>
  typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;

/** Whether the schema explicitly allows additional properties. */
export const allowsAdditional = (schema: JsonSchema): boolean =>
  schema.additionalProperties !== undefined && schema.additionalProperties !== false;

/** Whether a member of a schema is set: not absent, empty or false. */
export function isStated(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : value !== "" && value !== false;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
