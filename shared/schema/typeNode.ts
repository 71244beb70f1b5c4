import type { Vocabulary } from "../vocabulary.ts";

/**
 * The in-memory form of all types, built-in and custom; used by validation, defaulting, pruning, protobuf, OpenAPI,
 * strategic merge and server-side apply. Nodes are immutable. Named structs are interned (one node per definition), so
 * types may refer to themselves: resolve `Field.type` lazily, and never copy a graph.
 */
export type TypeNode = ScalarNode | StructNode | MapNode | ListNode | AnyNode;

export type ScalarType =
  | "string"
  | "int32"
  | "int64"
  | "bool"
  | "double"
  | "float"
  /** base64 text in JSON */
  | "bytes"
  /** RFC 3339, whole seconds */
  | "time"
  /** RFC 3339, microseconds */
  | "microTime"
  /** Go duration text, e.g. `1m30s` */
  | "duration"
  | "quantity"
  | "intOrString";

export interface ScalarNode {
  readonly kind: "scalar";
  readonly scalar: ScalarType;
  /** Allowed values, sorted as published; undefined when all values are allowed. */
  readonly enum?: readonly string[];
  /** The reference's name of a string type, which its decoder's messages use: `v1.PullPolicy`. */
  readonly typeName?: string;
  /** Definition that OpenAPI refers to (`Time`, `Quantity`, …); undefined for plain scalars. */
  readonly definition?: string;
  readonly nullable?: boolean;
}

export interface StructNode {
  readonly kind: "struct";
  /**
   * Definition name without the leading `io.<domain>.` part, e.g. `api.core.v1.Pod`, in the schema's vocabulary; undefined
   * for an anonymous struct.
   */
  readonly name?: string;
  /** The vocabulary of the names and defaults in this schema; undefined for the default vocabulary. */
  readonly vocabulary?: Vocabulary;
  /** In JSON output order; includes fields that only exist in protobuf. */
  readonly fields: readonly Field[];
  /** The fields that exist in JSON. */
  readonly byName: ReadonlyMap<string, Field>;
  /** `atomic`: apply owns the struct as a whole. */
  readonly mapType?: "atomic" | "granular";
  /** Group, version, kind triples whose objects this definition describes, in the schema's vocabulary. */
  readonly gvks: readonly (readonly [string, string, string])[];
  /** Discriminated unions as OpenAPI publishes them. */
  readonly unions?: readonly Union[];
  /** Unknown fields are kept (custom resources). */
  readonly preserveUnknown?: boolean;
  /** Holds an object with its own apiVersion, kind, metadata (custom resources). */
  readonly embeddedResource?: boolean;
  readonly nullable?: boolean;
}

export interface Union {
  readonly discriminator?: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface MapNode {
  readonly kind: "map";
  readonly values: TypeNode;
  /** The reference's name of the map's type, if it has one or if the type of its keys has. */
  readonly typeName?: string;
  readonly mapType?: "atomic" | "granular";
  readonly nullable?: boolean;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: TypeNode;
  /** Absent means atomic. */
  readonly listType?: "atomic" | "set" | "map";
  /** With listType `map`: the fields that identify an item. */
  readonly mapKeys?: readonly string[];
  /**
   * Name of the message that wraps the list in protobuf (as its field 1), for a list that is a map value or a separate
   * field type.
   */
  readonly wrapper?: string;
  /** The reference's name of the list's type, if it has one. */
  readonly typeName?: string;
  readonly nullable?: boolean;
  /** Unknown fields of the items are kept: pruning starts below the fields that the items specify. */
  readonly preserveUnknown?: boolean;
}

/**
 * How a free-form value is encoded. The three schema forms contain a JSON schema of a custom resource or, in its place,
 * a list of schemas, a boolean, or a list of strings.
 */
export type AnyForm =
  | "rawExtension"
  | "json"
  | "any"
  | "fieldsV1"
  | "unknown"
  | "schemaOrArray"
  | "schemaOrBool"
  | "schemaOrStringArray";

/** Free-form JSON: RawExtension, JSON, any. */
export interface AnyNode {
  readonly kind: "any";
  /** How the value is encoded in protobuf and OpenAPI. */
  readonly form: AnyForm;
  /** For the schema forms: the type of object values. Resolved on first use. */
  readonly schema?: StructNode;
  /** Definition that OpenAPI refers to; undefined for `any`. */
  readonly definition?: string;
  readonly nullable?: boolean;
  /** Whether the schema allows the value without describing its content. */
  readonly undescribed?: true;
}

export interface Field {
  readonly name: string;
  /** Resolved on first use, so that definitions may be recursive. */
  readonly type: TypeNode;
  /** Protobuf field number; undefined for fields that only JSON has (apiVersion, kind, custom resources). */
  readonly tag?: number;
  /** A pointer in the reference: absent differs from zero. */
  readonly pointer: boolean;
  /** Always written to JSON, even when zero (`null` for an absent list, map or pointer). */
  readonly keep: boolean;
  /** Listed as required in OpenAPI. */
  readonly required: boolean;
  /** Default as OpenAPI publishes it. */
  readonly default?: unknown;
  /** Strategic merge: `merge`, `replace`, `retainKeys`, or `merge,retainKeys`. */
  readonly patchStrategy?: string;
  /** Strategic merge: key of list items. */
  readonly patchMergeKey?: string;
  /**
   * The declared list type. For a list, its type has it too; OpenAPI publishes it even for fields that are not lists.
   */
  readonly listType?: ListNode["listType"];
  /** Has a protobuf form but no JSON form (embedded structs); the JSON fields come separately with `via`. */
  readonly protoOnly?: boolean;
  /** JSON field that travels in protobuf inside this embedded definition. */
  readonly via?: string;
}
