/** The position of a decoder and its findings so far: errors name places in the reference's two notations. */
import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import type { StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { DecodeError } from "../../ground/formats/wording/decodeError.ts";
import { type FieldPath, pathText } from "./fieldPath.ts";

/** Maximum number of errors that the reference collects. */
const MAX_UNKNOWN = 100;

export interface DecodeContext {
  /** Keys and indexes from the root: the place in strict errors. */
  readonly path: (string | number)[];
  /** Struct fields from the root, without indexes and map keys: the place in type errors. */
  readonly fields: string[];
  /** Name of the innermost struct. */
  structName: string;
  /** Complete messages in document order, with the paths that they are about. */
  readonly unknown: Map<string, FieldPath>;
  /** The first type mismatch; decoding continues, because a later error of another kind takes precedence. */
  mismatch: DecodeError | undefined;
}

export const newContext = (path: FieldPath): DecodeContext => ({
  path: [...path],
  fields: [],
  structName: "",
  unknown: new Map(),
  mismatch: undefined,
});

/** Records `unknown field "spec.containers[0].foo"`. */
export function noteUnknown(context: DecodeContext, name: string): void {
  if (context.unknown.size >= MAX_UNKNOWN) return;
  const path = [...context.path, name];
  const message = `unknown field ${JSON.stringify(pathText(path))}`;
  if (!context.unknown.has(message)) context.unknown.set(message, path);
}

/** `json: cannot unmarshal <what> into Go struct field <Struct>.<path> of type <type>`. */
export function typeMismatch({ fields, structName }: DecodeContext, value: string, type: string): DecodeError {
  const place = fields.length === 0 ? "Go value" : `Go struct field ${structName}.${fields.join(".")}`;
  return new DecodeError(`json: cannot unmarshal ${value} into ${place} of type ${type}`);
}

/** Records a {@link typeMismatch}. */
export function noteMismatch(context: DecodeContext, value: string, type: string): void {
  context.mismatch ??= typeMismatch(context, value, type);
}

/** The decoder's word for a JSON value: `string`, `number`, `bool`, `object`, `array`. */
export function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" || value instanceof JsonNumber ? "number" : typeof value;
}

/** The reference's name of a type in messages: `int32`, `[]v1.Container`, `map[string]string`. */
export function typeText(node: TypeNode): string {
  switch (node.kind) {
    case "list":
      if (node.typeName !== undefined) return node.typeName;
      return node.wrapper === undefined ? `[]${typeText(node.items)}` : qualified(node.wrapper);
    case "map":
      if (node.typeName !== undefined) return node.typeName;
      return node.values.kind === "scalar" && node.values.scalar === "quantity"
        ? "v1.ResourceList"
        : `map[string]${typeText(node.values)}`;
    case "struct":
      return qualified(node.name ?? "");
    case "any":
      return node.definition === undefined ? "interface {}" : qualified(node.definition);
    case "scalar":
      if (node.definition !== undefined) return qualified(node.definition);
      if (node.typeName !== undefined) return node.typeName;
      if (node.scalar === "bytes") return "[]uint8";
      return node.scalar === "double" ? "float64" : node.scalar === "float" ? "float32" : node.scalar;
  }
}

/** `api.core.v1.Container` to `v1.Container`. */
const qualified = (definition: string): string => definition.split(".").slice(-2).join(".");

/** `api.core.v1.Container` to `Container`. */
export const structName = (node: StructNode): string => node.name?.slice(node.name.lastIndexOf(".") + 1) ?? "";
