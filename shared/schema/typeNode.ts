import type { Vocabulary } from "../vocabulary.ts";

/**
 * The in-memory form of every type, built-in or custom: what validation, defaulting, pruning, protobuf, OpenAPI, strategic
 * merge and server-side apply work on. Nodes are immutable; named structs are interned (one node per definition), so types
 * may refer to themselves: follow `Field.type` lazily, never copy a graph.
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
  /** Allowed values, sorted as published; undefined when open. */
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
  /** The words that names and defaults of this schema are written in; the default vocabulary when undefined. */
  readonly vocabulary?: Vocabulary;
  /** In JSON output order; includes fields that only protobuf has. */
  readonly fields: readonly Field[];
  /** The fields that JSON has. */
  readonly byName: ReadonlyMap<string, Field>;
  /** `atomic`: apply owns the struct as a whole. */
  readonly mapType?: "atomic" | "granular";
  /** Group, version, kind triples that this definition is the body of, in the schema's vocabulary. */
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
  /** The reference's name of the map's type, where it has one of its own or keys of a named type. */
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
   * Definition of the message that the list travels in (as its field 1) in protobuf: a list as a field or map value of its own.
   */
  readonly wrapper?: string;
  /** The reference's name of the list's type, where it has one of its own. */
  readonly typeName?: string;
  readonly nullable?: boolean;
  /** Unknown fields of the items are kept: pruning starts below what the items do specify. */
  readonly preserveUnknown?: boolean;
}

/**
 * How a free-form value travels. The three schema forms hold a JSON schema of a custom resource or, in its place, a list of
 * schemas, a boolean, a list of strings.
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
  /** How the value travels in protobuf and OpenAPI. */
  readonly form: AnyForm;
  /** For the schema forms: the type of an object among the values. Resolved on first use. */
  readonly schema?: StructNode;
  /** Definition that OpenAPI refers to; undefined for `any`. */
  readonly definition?: string;
  readonly nullable?: boolean;
  /** A schema allows the value, but describes nothing in it: what objects hold is unknown. */
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
  /** The declared list type. That of a list stands in its type, too; OpenAPI publishes it even for what is no list. */
  readonly listType?: ListNode["listType"];
  /** Has a protobuf form but no JSON form (embedded structs); the JSON fields come separately with `via`. */
  readonly protoOnly?: boolean;
  /** JSON field that travels in protobuf inside this embedded definition. */
  readonly via?: string;
}
