import type { Field, ListNode, StructNode, TypeNode } from "./typeNode.ts";

/** A schema of an OpenAPI v3 document, decoded. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;

const PREFIX = "#/components/schemas/";
const ANY: TypeNode = { kind: "any", form: "any" };

const isSchema = (value: unknown): value is OpenApiSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The type of a definition that a server publishes in OpenAPI v3, as far as the merge of server-side apply needs it:
 * which fields exist, which lists and maps are atomic, and what identifies the items of the other lists. Values of such
 * a type consist only of their JSON: OpenAPI does not publish which values the reference's structs have without any
 * client writing them.
 *
 * @param schemas `components.schemas` of the document; a reference to a missing definition is a value of any kind
 * @param extensionPrefix of the server's vocabulary, as `x-kubernetes-`
 */
export function typeOfOpenApi(
  schemas: Readonly<Record<string, OpenApiSchema>>,
  name: string,
  extensionPrefix: string,
): TypeNode {
  const named = new Map<string, TypeNode>();

  function typeNamed(definition: string): TypeNode {
    const known = named.get(definition);
    if (known !== undefined) return known;
    const schema = schemas[definition];
    if (schema === undefined) return ANY;
    // Definitions may contain themselves: a struct is registered by name before its fields are read.
    const type = typeOf(schema, (struct) => named.set(definition, struct));
    named.set(definition, type);
    return type;
  }

  const extension = (schema: OpenApiSchema, word: string): unknown => schema[`${extensionPrefix}${word}`];

  function typeOf(schema: OpenApiSchema, announce: (struct: TypeNode) => void = () => {}): TypeNode {
    const reference = referenceOf(schema);
    if (reference !== undefined) return narrowed(typeNamed(reference), schema);
    if (extension(schema, "int-or-string") === true) return { kind: "scalar", scalar: "intOrString" };
    switch (schema["type"]) {
      case "array":
        return listOf(schema);
      case "object":
      case undefined:
        return objectOf(schema, announce);
      case "boolean":
        return { kind: "scalar", scalar: "bool" };
      case "integer":
        return { kind: "scalar", scalar: "int64" };
      case "number":
        return { kind: "scalar", scalar: "double" };
      default:
        return { kind: "scalar", scalar: "string" };
    }
  }

  /** A use of a definition, which may declare the definition atomic. */
  function narrowed(type: TypeNode, schema: OpenApiSchema): TypeNode {
    const mapType = mapTypeOf(schema);
    if (mapType === undefined || (type.kind !== "struct" && type.kind !== "map")) return type;
    return type.mapType === mapType ? type : { ...type, mapType };
  }

  function listOf(schema: OpenApiSchema): ListNode {
    const items = isSchema(schema["items"]) ? typeOf(schema["items"]) : ANY;
    return { kind: "list", items, ...identityOf(schema) };
  }

  /** What identifies the items: as the list declares, else the merge key of a strategic merge, like the reference. */
  function identityOf(schema: OpenApiSchema): Pick<ListNode, "listType" | "mapKeys"> {
    const keys = extension(schema, "list-map-keys");
    switch (extension(schema, "list-type")) {
      case "set":
        return { listType: "set" };
      case "map":
        return { listType: "map", mapKeys: Array.isArray(keys) ? keys.map(String) : [] };
      case undefined: {
        const strategy = extension(schema, "patch-strategy");
        if (strategy !== "merge" && strategy !== "merge,retainKeys") return {};
        const key = extension(schema, "patch-merge-key");
        return typeof key === "string" ? { listType: "map", mapKeys: [key] } : { listType: "set" };
      }
      default:
        return {};
    }
  }

  function mapTypeOf(schema: OpenApiSchema): "atomic" | "granular" | undefined {
    const mapType = extension(schema, "map-type");
    return mapType === "atomic" || mapType === "granular" ? mapType : undefined;
  }

  function objectOf(schema: OpenApiSchema, announce: (struct: TypeNode) => void): TypeNode {
    const mapType = mapTypeOf(schema);
    const atomic = mapType === undefined ? {} : { mapType };
    const { properties, additionalProperties } = schema;
    const preserveUnknown = extension(schema, "preserve-unknown-fields") === true || additionalProperties === true;
    if (isSchema(properties)) {
      const required = Array.isArray(schema["required"]) ? schema["required"] : [];
      const fields: Field[] = [];
      const byName = new Map<string, Field>();
      const struct: StructNode = {
        kind: "struct",
        fields,
        byName,
        gvks: [],
        ...atomic,
        ...(preserveUnknown ? { preserveUnknown } : {}),
      };
      announce(struct);
      for (const [field, value] of Object.entries(properties)) {
        const inner = isSchema(value) ? value : {};
        const made: Field = {
          name: field,
          type: typeOf(inner),
          pointer: true,
          keep: false,
          required: required.includes(field),
          ...(inner["default"] === undefined ? {} : { default: inner["default"] }),
        };
        fields.push(made);
        byName.set(field, made);
      }
      return struct;
    }
    if (isSchema(additionalProperties)) return { kind: "map", values: typeOf(additionalProperties), ...atomic };
    // Maps of anything are merged key by key unless the schema says otherwise, like free-form values.
    return mapType === "atomic" ? { kind: "map", values: ANY, mapType } : alternativesOf(schema);
  }

  /** A schema without a type: free-form, or one of several scalars (a quantity, a port). */
  function alternativesOf(schema: OpenApiSchema): TypeNode {
    const either = schema["oneOf"] ?? schema["anyOf"];
    const types = Array.isArray(either)
      ? either.map((each: unknown) => (isSchema(each) ? each["type"] : undefined))
      : [];
    const scalars =
      types.length > 0 && types.every((type) => type === "string" || type === "integer" || type === "number");
    return scalars ? { kind: "scalar", scalar: "intOrString" } : ANY;
  }

  return typeNamed(name);
}

/** The definition that a schema refers to, directly or as the only part of an `allOf`. */
function referenceOf(schema: OpenApiSchema): string | undefined {
  const parts = schema["allOf"];
  const only: unknown = Array.isArray(parts) && parts.length === 1 ? parts[0] : schema;
  const reference = isSchema(only) ? only["$ref"] : undefined;
  return typeof reference === "string" && reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined;
}
