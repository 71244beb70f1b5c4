/** Types of expressions. */

export type ScalarName =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "null_type"
  | "timestamp"
  | "duration"
  | "dyn"
  | "error";

export interface ScalarType {
  readonly kind: ScalarName;
}
export interface ListType {
  readonly kind: "list";
  readonly element: CelType;
  /** Set by schemas whose lists are sets or keyed. */
  readonly semantics?: ListSemantics;
}

/** How unordered lists are compared and joined: as sets, or by the values of keys. */
export type ListSemantics = { readonly kind: "set" } | { readonly kind: "map"; readonly keys: readonly string[] };

export interface MapType {
  readonly kind: "map";
  readonly key: CelType;
  readonly value: CelType;
}
/** A member of an object: its name in expressions may differ from its JSON name. */
export interface ObjectField {
  readonly json: string;
  readonly type: CelType;
}
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /** By the name used in expressions. */
  readonly fields: ReadonlyMap<string, ObjectField>;
  /** Whether any other member may exist, too, whose type is known only at run time. */
  readonly open?: true;
}
/** An opaque type of a library, such as that of quantities, or `optional_type(T)`. */
export interface OpaqueType {
  readonly kind: "opaque";
  readonly name: string;
  readonly parameters: readonly CelType[];
}
/** The type of a type. */
export interface MetaType {
  readonly kind: "type";
  readonly of: CelType;
}
export interface TypeParameter {
  readonly kind: "parameter";
  readonly name: string;
}

/** Sizes that a schema guarantees, for cost estimates: at most `max` elements, code points or bytes. */
export interface Sized {
  readonly maxSize?: number;
}

export type CelType = (ScalarType | ListType | MapType | ObjectType | OpaqueType | MetaType | TypeParameter) & Sized;

export const BOOL: CelType = { kind: "bool" };
export const INT: CelType = { kind: "int" };
export const UINT: CelType = { kind: "uint" };
export const DOUBLE: CelType = { kind: "double" };
export const STRING: CelType = { kind: "string" };
export const BYTES: CelType = { kind: "bytes" };
export const NULL: CelType = { kind: "null_type" };
export const TIMESTAMP: CelType = { kind: "timestamp" };
export const DURATION: CelType = { kind: "duration" };
export const DYN: CelType = { kind: "dyn" };
export const ERROR: CelType = { kind: "error" };

export const listOf = (element: CelType, maxSize?: number): CelType =>
  maxSize === undefined ? { kind: "list", element } : { kind: "list", element, maxSize };
export const mapOf = (key: CelType, value: CelType, maxSize?: number): CelType =>
  maxSize === undefined ? { kind: "map", key, value } : { kind: "map", key, value, maxSize };
export const opaque = (name: string, ...parameters: CelType[]): CelType => ({ kind: "opaque", name, parameters });
export const optionalOf = (type: CelType): CelType => opaque("optional_type", type);
export const typeOfType = (of: CelType): CelType => ({ kind: "type", of });
/** @param fields types by name, when the JSON has the same names */
export const objectOf = (name: string, fields: Readonly<Record<string, CelType>>): CelType => ({
  kind: "object",
  name,
  fields: new Map(Object.entries(fields).map(([field, type]) => [field, { json: field, type }])),
});

/** An object type whose fields are added one by one, and the function that adds them. */
export function growingObject(name: string): { readonly type: CelType; add(field: string, type: CelType): void } {
  const fields = new Map<string, ObjectField>();
  return { type: { kind: "object", name, fields }, add: (field, type) => fields.set(field, { json: field, type }) };
}

/** An object of which only the name is known. */
export const openObject = (name: string): CelType => ({ kind: "object", name, fields: new Map(), open: true });

export const isDynamic = (type: CelType): boolean => type.kind === "dyn" || type.kind === "error";

/** The type's name in diagnostics: `map(string, list(int))`. */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case "null_type":
      return "null";
    case "error":
      return "!error!";
    case "list":
      return `list(${formatType(type.element)})`;
    case "map":
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case "type":
      return `type(${formatType(type.of)})`;
    case "opaque":
      return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.map(formatType).join(", ")})`;
    case "object":
    case "parameter":
      return type.name;
    default:
      return type.kind;
  }
}

/** The name by which `type(x)` compares. */
export function runtimeName(type: CelType): string {
  switch (type.kind) {
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "object":
    case "opaque":
    case "parameter":
      return type.name;
    default:
      return type.kind;
  }
}

/** The type's name in errors about the result of an expression: `list(string)`, `null_type`. */
export function resultName(type: CelType): string {
  const parts = partsOf(type);
  const name = runtimeName(type);
  return parts.length === 0 ? name : `${name}(${parts.map(resultName).join(", ")})`;
}

/** Every type directly inside a type, in order. */
export function partsOf(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.parameters;
    case "type":
      return [type.of];
    default:
      return [];
  }
}

/** The same type with other parts. */
export function withParts(type: CelType, parts: readonly CelType[]): CelType {
  const [first = DYN, second = DYN] = parts;
  switch (type.kind) {
    case "list":
      return { ...type, element: first };
    case "map":
      return { ...type, key: first, value: second };
    case "opaque":
      return { ...type, parameters: parts };
    case "type":
      return { ...type, of: first };
    default:
      return type;
  }
}
