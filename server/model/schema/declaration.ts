/**
 * The plain form of the `.proto` declarations, as `generated/schema.json` holds it. Names keep the placeholders of the
 * vocabulary; types are text:
 *
 * - a scalar: `string`, `int32`, `int64`, `bool`, `double`, `bytes`, or `any`
 * - a message: package and name as the `.proto` files write them, `core.v1.PodSpec`
 * - `[]T` for a list, `{}T` for a map with string keys
 */
export interface SchemaSource {
  /** Package to prefix of definition names: `core.v1` to `api.core.v1`. */
  readonly packages: Readonly<Record<string, string>>;
  /** Group versions that share the options every group registers. */
  readonly groupVersions: readonly string[];
  /** By package and message name. */
  readonly definitions: Readonly<Record<string, Declaration>>;
}

export interface Declaration {
  /** The `apiVersion` under which this is a kind, or `*` for every group version. */
  readonly gvk?: string;
  readonly mapType?: "atomic" | "granular";
  /** `discriminator: field=Value, …` */
  readonly unions?: readonly string[];
  /** JSON form when it is not an object of the fields (`Time`, `[]string`, `JSONSchemaProps|bool`, …). */
  readonly json?: string;
  readonly openapi?: unknown;
  readonly openapiV2?: unknown;
  /** In JSON output order, with `kind` and `apiVersion` and the fields of embedded messages in place. */
  readonly fields: readonly FieldDeclaration[];
}

export interface FieldDeclaration {
  readonly name: string;
  readonly type: string;
  readonly tag?: number;
  readonly pointer?: true;
  readonly keep?: true;
  readonly required?: true;
  readonly listType?: "atomic" | "set" | "map";
  readonly mapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly patch?: string;
  readonly mergeKey?: string;
  readonly default?: string | boolean | number;
  readonly enum?: readonly string[];
  /** The reference's name of a string type, for messages: `v1.PullPolicy`. */
  readonly typeName?: string;
  /** The same of the type of a whole list or map: `v1.ValidationRules`. */
  readonly collectionType?: string;
  /** A binary field only: JSON has the fields of its message in this message's place. */
  readonly embedded?: true;
  /** Travels in binary inside the embedded field of that name. */
  readonly via?: string;
}
