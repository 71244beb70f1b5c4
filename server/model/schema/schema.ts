/** The built-in types: nodes by definition name and by kind, created on first use. */

import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { createVocabulary, type Vocabulary } from "../../../shared/vocabulary.ts";
import type { Declaration, SchemaSource } from "./declaration.ts";
import { createNodeFactory, type DefinitionName } from "./nodeFactory.ts";
import { readSchemaSource } from "./schemaFile.ts";

export interface Schema {
  readonly vocabulary: Vocabulary;
  /**
   * The struct of a definition. The name may contain placeholders.
   *
   * @param name without the leading `io.<domain>.` part: `api.core.v1.Pod`
   * @throws Error when there is no such definition
   */
  definition(name: string): StructNode;
  has(name: string): boolean;
  /** All definition names, sorted. */
  names(): readonly string[];
  /** The struct of a kind; the group is empty for the core group. */
  forKind(group: string, version: string, kind: string): StructNode | undefined;
  /** The form that OpenAPI publishes instead of an object with the fields; undefined for ordinary definitions. */
  published(name: string): PublishedForm | undefined;
}

export interface PublishedForm {
  /** JSON form: `Time`, `Quantity`, `[]string`, `JSONSchemaProps|bool`, … */
  readonly json: string;
  readonly openapi?: unknown;
  /** Set when version 2 differs. */
  readonly openapiV2?: unknown;
}

const loaded = new Map<string, Schema>();

/**
 * The built-in schema in a vocabulary (default: the default vocabulary); one instance per vocabulary.
 *
 * @example loadSchema().forKind("apps", "v1", "Deployment")?.byName.get("spec")?.type
 */
export function loadSchema(vocabulary: Vocabulary = createVocabulary()): Schema {
  let schema = loaded.get(vocabulary.word);
  if (schema === undefined) {
    schema = createSchema(readSchemaSource(), vocabulary);
    loaded.set(vocabulary.word, schema);
  }
  return schema;
}

/** Creates a schema from declarations; the server uses {@link loadSchema}. */
export function createSchema(source: SchemaSource, vocabulary: Vocabulary): Schema {
  const definitionNameOf: DefinitionName = (key) => {
    const dot = key.lastIndexOf(".");
    return vocabulary.render(`${source.packages[key.slice(0, dot)]}.${key.slice(dot + 1)}`);
  };
  const keys = new Map(Object.keys(source.definitions).map((key) => [definitionNameOf(key), key]));
  const kinds = kindIndex(source, vocabulary);
  const factory = createNodeFactory(source, vocabulary, definitionNameOf);
  const keyOf = (name: string): string | undefined => keys.get(vocabulary.render(name));
  const sorted = [...keys.keys()].sort();
  return {
    vocabulary,
    definition(name) {
      const key = keyOf(name);
      if (key === undefined) throw new Error(`no definition ${JSON.stringify(name)}`);
      return factory.struct(key);
    },
    has: (name) => keyOf(name) !== undefined,
    names: () => sorted,
    forKind(group, version, kind) {
      const key = kinds.get(kindKey(group === "" ? version : `${group}/${version}`, kind));
      return key === undefined ? undefined : factory.struct(key);
    },
    published(name) {
      const key = keyOf(name);
      return key === undefined ? undefined : publishedForm(source.definitions[key]);
    },
  };
}

function publishedForm(declaration: Declaration | undefined): PublishedForm | undefined {
  if (declaration?.json === undefined) return undefined;
  const { json, openapi, openapiV2 } = declaration;
  return {
    json,
    ...(openapi === undefined ? {} : { openapi }),
    ...(openapiV2 === undefined ? {} : { openapiV2 }),
  };
}

const kindKey = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;

function kindIndex(source: SchemaSource, vocabulary: Vocabulary): Map<string, string> {
  const index = new Map<string, string>();
  for (const [key, { gvk }] of Object.entries(source.definitions)) {
    if (gvk === undefined) continue;
    const kind = key.slice(key.lastIndexOf(".") + 1);
    for (const apiVersion of gvk === "*" ? source.groupVersions : [gvk]) {
      index.set(kindKey(vocabulary.render(apiVersion), kind), key);
    }
  }
  return index;
}
