/**
 * The plain form of the `.proto` declarations, as in `generated/schema.json`. Names keep the placeholders of the
 * vocabulary; types are texts:
 *
 * - a scalar: `string`, `int32`, `int64`, `bool`, `double`, `bytes`, or `any`
 * - a message: package and name as in the `.proto` files, `core.v1.PodSpec`
 * - `[]T` for a list, `{}T` for a map with string keys
 */
export interface SchemaSource {
  /** Package to prefix of definition names: `core.v1` to `api.core.v1`. */
  readonly packages: Readonly<Record<string, string>>;
  /** Group versions that share the option kinds which are registered in every group. */
  readonly groupVersions: readonly string[];
  /** Declarations by package and message name. */
  readonly definitions: Readonly<Record<string, Declaration>>;
}

export interface Declaration {
  /** The `apiVersion` of a kind, or `*` for every group version. */
  readonly gvk?: string;
  readonly mapType?: "atomic" | "granular";
  /** `discriminator: field=Value, …` */
  readonly unions?: readonly string[];
  /** The JSON form when it is not an object with the fields (`Time`, `[]string`, `JSONSchemaProps|bool`, …). */
  readonly json?: string;
  readonly openapi?: unknown;
  readonly openapiV2?: unknown;
  /**
   * In the order of the JSON output, including `kind` and `apiVersion`, and with the fields of embedded messages in
   * place.
   */
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
  /** The reference's name of a string type, used in messages: `v1.PullPolicy`. */
  readonly typeName?: string;
  /** The same for the type of a whole list or map: `v1.ValidationRules`. */
  readonly collectionType?: string;
  /** The field exists only in binary form: JSON has the fields of its message in its place. */
  readonly embedded?: true;
  /** In binary form, the value is inside the embedded field of this name. */
  readonly via?: string;
}
