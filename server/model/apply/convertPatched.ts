import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { isMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import type { ScalarNode, ScalarType, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { DecodeError } from "../../ground/formats/wording/decodeError.ts";
import { newContext } from "../schema/decodeContext.ts";
import { decodeScalar } from "../schema/decodeScalar.ts";

/**
 * Converts a strategically patched object to its type, in place, by the rules of the reference's converter. It is not a
 * JSON decoder: its errors have other messages without places, and integers are truncated to the width of the field.
 *
 * @param value a private copy
 * @throws DecodeError for the first value that does not fit, e.g. `unrecognized type: int32`
 */
export function* convertPatched(node: TypeNode, value: unknown): Steps<unknown> {
  if (value === null || value === undefined) return value;
  switch (node.kind) {
    case "scalar":
      return convertScalar(node, value);
    case "struct":
      if (!isMap(value)) throw new DecodeError(`cannot restore struct from: ${goKindOf(value)}`);
      return yield* convertStruct(node, value as Record<string, unknown>);
    case "map":
      if (!isMap(value)) throw new DecodeError(`cannot restore map from ${goKindOf(value)}`);
      return yield* convertMembers(value as Record<string, unknown>, node.values);
    case "list":
      if (!Array.isArray(value)) throw new DecodeError(`cannot restore slice from ${goKindOf(value)}`);
      for (const [i, item] of value.entries()) {
        if (isTurnDue()) yield;
        value[i] = yield* convertPatched(node.items, item);
      }
      return value;
    case "any":
      return value;
  }
}

function* convertStruct(node: StructNode, struct: Record<string, unknown>): Steps<unknown> {
  for (const field of node.fields) {
    if (field.protoOnly || !Object.hasOwn(struct, field.name)) continue;
    struct[field.name] = yield* convertPatched(field.type, struct[field.name]);
  }
  return struct;
}

function* convertMembers(map: Record<string, unknown>, type: TypeNode): Steps<unknown> {
  for (const name of Object.keys(map)) {
    if (isTurnDue()) yield;
    setMember(map, name, yield* convertPatched(type, map[name]));
  }
  return map;
}

/** Go's kinds of the scalars with a simple type. */
const SIMPLE: Partial<Record<ScalarType, string>> = {
  string: "string",
  bool: "bool",
  int32: "int32",
  int64: "int64",
  double: "float64",
  float: "float32",
};

function convertScalar(node: ScalarNode, value: unknown): unknown {
  const wanted = SIMPLE[node.scalar];
  if (wanted === undefined) return convertText(node, value);
  const given = goKindOf(value);
  if (given === wanted) return value;
  const number = given === "int64" || given === "float64";
  if (wanted.startsWith("float") && number) return value;
  if (wanted.startsWith("int") && given === "int64") return cut(value as number | bigint);
  // In Go, an integer would convert to a text of one character, and a fraction to an integer; the converter refuses
  // both.
  if ((wanted === "string" && given === "int64") || (wanted.startsWith("int") && given === "float64")) {
    throw new DecodeError(`cannot convert ${given} to ${node.typeName ?? wanted}`);
  }
  throw new DecodeError(`unrecognized type: ${wanted}`);
}

const cut = (value: number | bigint): number => Number(BigInt.asIntN(32, BigInt(value)));

/** Scalars with their own text form parse it themselves; bytes must be a list. */
function convertText(node: ScalarNode, value: unknown): unknown {
  if (node.scalar === "bytes" && typeof value !== "string") {
    throw new DecodeError(`cannot restore slice from ${goKindOf(value)}`);
  }
  const context = newContext([]);
  decodeScalar(node, value, context);
  if (context.mismatch === undefined) return value;
  const message = context.mismatch.message;
  throw new DecodeError(node.scalar === "bytes" ? `error decoding from json: ${message}` : message);
}

/** The kind of the Go value that a JSON value becomes. */
function goKindOf(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "slice";
  if (typeof value === "bigint" || Number.isInteger(value)) return "int64";
  return typeof value === "number" || value instanceof JsonNumber ? "float64" : "map";
}
