/** Creates interned nodes from declarations, one definition at a time, on first use. */
import { parseApiVersion } from "../../../shared/object.ts";
import type {
  AnyForm,
  AnyNode,
  Field,
  ListNode,
  ScalarNode,
  ScalarType,
  StructNode,
  TypeNode,
  Union,
} from "../../../shared/schema/typeNode.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Declaration, FieldDeclaration, SchemaSource } from "./declaration.ts";

/** The rendered definition name of a declaration's key (`core.v1.Pod` to `api.core.v1.Pod`). */
export type DefinitionName = (key: string) => string;

export interface NodeFactory {
  /** The struct of a declaration: the same key always returns the same node. */
  struct(key: string): StructNode;
}

const SCALAR_FORMS: Readonly<Record<string, ScalarType>> = {
  Time: "time",
  MicroTime: "microTime",
  Duration: "duration",
  Quantity: "quantity",
  IntOrString: "intOrString",
};

const ANY_FORMS: Readonly<Record<string, AnyForm>> = {
  RawExtension: "rawExtension",
  JSON: "json",
  object: "fieldsV1",
  Unknown: "unknown",
  "JSONSchemaProps|[]JSONSchemaProps": "schemaOrArray",
  "JSONSchemaProps|bool": "schemaOrBool",
  "JSONSchemaProps|[]string": "schemaOrStringArray",
};

export function createNodeFactory(
  source: SchemaSource,
  vocabulary: Vocabulary,
  definitionName: DefinitionName,
): NodeFactory {
  const structs = new Map<string, StructNode>();
  const forms = new Map<string, TypeNode>();
  const scalars = new Map<string, ScalarNode>();

  const declarationOf = (key: string): Declaration => {
    const declaration = source.definitions[key];
    if (declaration === undefined) throw new Error(`no declaration ${JSON.stringify(key)}`);
    return declaration;
  };

  const struct = (key: string): StructNode => {
    let node = structs.get(key);
    if (node === undefined) {
      node = makeStruct(key, declarationOf(key));
      structs.set(key, node);
    }
    return node;
  };

  const makeStruct = (key: string, declaration: Declaration): StructNode => {
    const fields = declaration.fields.map((field) => makeField(field, declaration.json !== undefined));
    const kind = key.slice(key.lastIndexOf(".") + 1);
    const apiVersions =
      declaration.gvk === undefined ? [] : declaration.gvk === "*" ? source.groupVersions : [declaration.gvk];
    return {
      kind: "struct",
      name: definitionName(key),
      vocabulary,
      fields,
      byName: new Map(fields.filter((f) => !f.protoOnly).map((f) => [f.name, f])),
      gvks: apiVersions.map((text) => {
        const { group, version } = parseApiVersion(vocabulary.render(text));
        return [group, version, kind] as const;
      }),
      ...(declaration.mapType === undefined ? {} : { mapType: declaration.mapType }),
      ...(declaration.unions === undefined ? {} : { unions: declaration.unions.map(parseUnion) }),
    };
  };

  const makeField = (declaration: FieldDeclaration, binaryOnly: boolean): Field => {
    let type: TypeNode | undefined;
    return {
      name: vocabulary.render(declaration.name),
      get type() {
        type ??= fieldType(declaration);
        return type;
      },
      pointer: declaration.pointer === true,
      keep: declaration.keep === true,
      required: declaration.required === true,
      ...(declaration.tag === undefined ? {} : { tag: declaration.tag }),
      ...(declaration.default === undefined ? {} : { default: declaration.default }),
      ...(declaration.patch === undefined ? {} : { patchStrategy: declaration.patch }),
      ...(declaration.mergeKey === undefined ? {} : { patchMergeKey: declaration.mergeKey }),
      ...(declaration.listType === undefined ? {} : { listType: declaration.listType }),
      ...(declaration.embedded || binaryOnly ? { protoOnly: true } : {}),
      ...(declaration.via === undefined ? {} : { via: declaration.via }),
    };
  };

  const fieldType = (field: FieldDeclaration): TypeNode => {
    if (field.type.startsWith("[]")) return withListOptions(elementType(field.type.slice(2), field), field);
    const { mapType, collectionType } = field;
    if (field.type.startsWith("{}")) {
      const values = elementType(field.type.slice(2), field);
      return {
        kind: "map",
        values,
        ...(mapType === undefined ? {} : { mapType }),
        ...(collectionType === undefined ? {} : { typeName: collectionType }),
      };
    }
    const node = elementType(field.type, field);
    if (node.kind === "list") return withListOptions(node.items, field, node.wrapper);
    return node.kind === "struct" && mapType !== undefined ? { ...node, mapType } : node;
  };

  const withListOptions = (items: TypeNode, field: FieldDeclaration, wrapper?: string): ListNode => ({
    kind: "list",
    items,
    ...(field.listType === undefined ? {} : { listType: field.listType }),
    ...(field.mapKeys === undefined ? {} : { mapKeys: field.mapKeys }),
    ...(wrapper === undefined ? {} : { wrapper }),
    ...(field.collectionType === undefined ? {} : { typeName: field.collectionType }),
  });

  const elementType = (text: string, field: FieldDeclaration): TypeNode => {
    if (text === "any") return { kind: "any", form: "any" };
    if (!text.includes(".")) return scalar(text as ScalarType, field.enum, field.typeName);
    return declarationOf(text).json === undefined ? struct(text) : form(text);
  };

  const scalar = (type: ScalarType, values?: readonly string[], typeName?: string): ScalarNode => {
    if (values !== undefined || typeName !== undefined) {
      return {
        kind: "scalar",
        scalar: type,
        ...(values === undefined ? {} : { enum: values }),
        ...(typeName === undefined ? {} : { typeName }),
      };
    }
    let node = scalars.get(type);
    if (node === undefined) {
      node = { kind: "scalar", scalar: type };
      scalars.set(type, node);
    }
    return node;
  };

  const form = (key: string): TypeNode => {
    let node = forms.get(key);
    if (node === undefined) {
      node = makeForm(key, declarationOf(key).json ?? "");
      forms.set(key, node);
    }
    return node;
  };

  const makeForm = (key: string, json: string): TypeNode => {
    const definition = definitionName(key);
    const scalarType = SCALAR_FORMS[json];
    if (scalarType !== undefined) return { kind: "scalar", scalar: scalarType, definition };
    if (json === "[]string") return { kind: "list", items: scalar("string"), wrapper: definition };
    const anyForm = ANY_FORMS[json];
    if (anyForm === undefined) throw new Error(`${key}: unknown JSON form ${JSON.stringify(json)}`);
    if (!json.startsWith("JSONSchemaProps|")) return { kind: "any", form: anyForm, definition };
    const schemaKey = `${key.slice(0, key.lastIndexOf("."))}.JSONSchemaProps`;
    return lazySchema({ kind: "any", form: anyForm, definition }, () => struct(schemaKey));
  };

  return { struct };
}

/** The schema type refers to itself through these nodes, so it must be resolved lazily. */
const lazySchema = (node: AnyNode, resolve: () => StructNode): AnyNode => ({
  ...node,
  get schema() {
    return resolve();
  },
});

function parseUnion(text: string): Union {
  const colon = text.indexOf(": ");
  const members = text.slice(colon + 2).split(", ");
  return {
    discriminator: text.slice(0, colon),
    fields: Object.fromEntries(members.map((member) => member.split("=", 2) as [string, string])),
  };
}
