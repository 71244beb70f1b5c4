/** Sets defaults and drops nulls of custom resources, by their schema. Both functions change the value in place. */
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { additionalSchema, isRecord, type JsonSchema } from "./jsonSchema.ts";

/** A null that the schema does not allow counts as absent when there is a default. */
const isForbiddenNull = (value: unknown, schema: JsonSchema): boolean => value === null && schema.nullable !== true;

/**
 * Sets the defaults of the schema, outer ones first, so that their values are defaulted, too. Idempotent.
 *
 * @example applySchemaDefaults({ type: "object", properties: { size: { type: "integer", default: 1 } } }, {}) // { size: 1 }
 */
export function* applySchemaDefaults(schema: JsonSchema, value: unknown): Steps<void> {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (let i = 0; i < value.length; i += 1) {
      if (isTurnDue()) yield;
      if (isForbiddenNull(value[i], items) && items.default !== undefined) value[i] = structuredClone(items.default);
      if (typeof value[i] === "object") yield* applySchemaDefaults(items, value[i]);
    }
    return;
  }
  if (!isRecord(value)) return;
  const properties = schema.properties ?? {};
  for (const [name, property] of Object.entries(properties)) {
    if (property.default === undefined) continue;
    if (!Object.hasOwn(value, name) || isForbiddenNull(value[name], property)) {
      value[name] = structuredClone(property.default);
    }
  }
  const rest = additionalSchema(schema);
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const property = Object.hasOwn(properties, name) ? properties[name] : rest;
    if (property === undefined) continue;
    if (property === rest && isForbiddenNull(value[name], rest) && rest.default !== undefined) {
      value[name] = structuredClone(rest.default);
    }
    if (typeof value[name] === "object") yield* applySchemaDefaults(property, value[name]);
  }
}

/** Drops nulls of fields that neither allow null nor have a default. */
export function* dropForbiddenNulls(schema: JsonSchema, value: unknown): Steps<void> {
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const item of value) {
      if (isTurnDue()) yield;
      if (typeof item === "object") yield* dropForbiddenNulls(schema.items, item);
    }
    return;
  }
  if (!isRecord(value)) return;
  const properties = schema.properties ?? {};
  const rest = additionalSchema(schema);
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const property = Object.hasOwn(properties, name) ? properties[name] : rest;
    if (property === undefined) continue;
    if (isForbiddenNull(value[name], property) && property.default === undefined) delete value[name];
    else if (typeof value[name] === "object") yield* dropForbiddenNulls(property, value[name]);
  }
}
