/**
 * Decodes parsed JSON to the canonical value of a type: types are checked, unknown fields dropped and reported,
 * quantities, times and base64 rewritten to their canonical text, and keys put in declared order. The result is what is
 * stored and written.
 */

import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { isEmptyMap, noteMembers } from "../../../shared/json/largeMaps.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import type { Field, ListNode, MapNode, ScalarNode, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { immediately, isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { recordExplicitEmpties } from "../../ground/formats/explicitEmpties.ts";
import { decodeAny } from "./decodeAny.ts";
import type { DecodeContext } from "./decodeContext.ts";
import { jsonKind, newContext, noteMismatch, noteUnknown, structName, typeText } from "./decodeContext.ts";
import { decodeScalar } from "./decodeScalar.ts";
import type { FieldPath } from "./fieldPath.ts";
import { isKept } from "./nullifyEmpties.ts";
import { emitStruct, zeroValue } from "./output.ts";

export { DecodeError } from "../../ground/formats/wording/decodeError.ts";

export interface Decoded {
  readonly value: unknown;
  /** Complete messages such as `unknown field "spec.foo"`, in document order, without repetition. */
  readonly unknown: string[];
  /** The path that each message is about. */
  readonly places: ReadonlyMap<string, FieldPath>;
}

export interface DecodeOptions {
  /** The place of the value in the document, for messages about unknown fields. */
  readonly path?: FieldPath;
}

/**
 * Decodes a value. Null means absent; field names must match exactly.
 *
 * @throws DecodeError with the reference decoder's message, e.g. `json: cannot unmarshal string into Go struct field
 * DeploymentSpec.spec.replicas of type int32`
 * @example decodeStrict(schema.definition("api.core.v1.Pod"), { spec: { foo: 1 } }).unknown // ['unknown field
 * "spec.foo"']
 */
export function* decodeInSteps(node: TypeNode, value: unknown, options: DecodeOptions = {}): Steps<Decoded> {
  const context = newContext(options.path ?? []);
  const decoded = yield* decodeNode(node, value, context);
  if (context.mismatch !== undefined) throw context.mismatch;
  return { value: decoded ?? zeroValue(node), unknown: [...context.unknown.keys()], places: context.unknown };
}

/** The same in one go. */
export const decodeStrict = immediately(decodeInSteps);

/** Undefined means null: the caller decides what absence means in its context. */
function* decodeNode(node: TypeNode, value: unknown, context: DecodeContext): Steps<unknown> {
  if (value === null || value === undefined) return undefined;
  switch (node.kind) {
    case "struct":
      return yield* decodeStruct(node, value, context);
    case "list":
      return yield* decodeList(node, value, context);
    case "map":
      return yield* decodeMap(node, value, context);
    case "scalar":
      return decodeLeaf(node, value, context);
    case "any":
      return yield* decodeAny(node, value, function* (schema, item) {
        return (yield* decodeInSteps(schema, item)).value;
      });
  }
}

const decodeLeaf = (node: ScalarNode, value: unknown, context: DecodeContext): unknown =>
  value === null || value === undefined ? undefined : decodeScalar(node, value, context);

function* decodeStruct(node: StructNode, value: unknown, context: DecodeContext): Steps<unknown> {
  if (!isRecord(value)) return mismatch(node, value, context);
  const outer = context.structName;
  context.structName = structName(node);
  const values: Record<string, unknown> = {};
  const empties: string[] = [];
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const field = node.byName.get(name);
    if (field === undefined) {
      if (node.preserveUnknown) values[name] = value[name];
      else noteUnknown(context, name);
      continue;
    }
    context.path.push(name);
    context.fields.push(name);
    const decoded =
      field.type.kind === "scalar"
        ? decodeLeaf(field.type, value[name], context)
        : yield* decodeNode(field.type, value[name], context);
    if (isDroppedEmpty(field, decoded)) empties.push(name);
    else values[name] = decoded;
    context.fields.pop();
    context.path.pop();
  }
  context.structName = outer;
  const result = emitStruct(node, values);
  if (empties.length > 0) recordExplicitEmpties(result, empties);
  return result;
}

/**
 * Whether an empty list or map is dropped, and only noted. It would not survive the reference's storage, which reads it
 * back as absent. In a field that is always written, the empty value is kept until it is stored (`nullifyEmpties`).
 */
function isDroppedEmpty(field: Field, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ((field.type.kind !== "list" && field.type.kind !== "map") || isKept(field)) return false;
  return Array.isArray(value) ? value.length === 0 : isEmptyMap(value as Record<string, unknown>);
}

function* decodeList(node: ListNode, value: unknown, context: DecodeContext): Steps<unknown> {
  if (!Array.isArray(value)) return mismatch(node, value, context);
  const result: unknown[] = [];
  for (const [i, item] of value.entries()) {
    if (isTurnDue()) yield;
    context.path.push(i);
    const decoded =
      node.items.kind === "scalar"
        ? decodeLeaf(node.items, item, context)
        : yield* decodeNode(node.items, item, context);
    result.push(decoded ?? zeroValue(node.items));
    context.path.pop();
  }
  return result;
}

/** Maps are written with sorted keys. */
function* decodeMap(node: MapNode, value: unknown, context: DecodeContext): Steps<unknown> {
  if (!isRecord(value)) return mismatch(node, value, context);
  if (isTurnOver()) yield;
  const decoded = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    if (isTurnDue()) yield;
    context.path.push(key);
    const item =
      node.values.kind === "scalar"
        ? decodeLeaf(node.values, value[key], context)
        : yield* decodeNode(node.values, value[key], context);
    decoded.set(key, item ?? zeroValue(node.values));
    context.path.pop();
  }
  const result: Record<string, unknown> = {};
  const keys = yield* sortInSteps(decoded.keys());
  for (const key of keys) {
    if (isTurnDue()) yield;
    setMember(result, key, decoded.get(key));
  }
  noteMembers(result, keys);
  return result;
}

function mismatch(node: TypeNode, value: unknown, context: DecodeContext): undefined {
  noteMismatch(context, jsonKind(value), typeText(node));
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
