/** The schema of a kind from the server's OpenAPI: for the worker that checks texts, and for saving. */
import type { GroupVersionKind } from "../../../shared/object.ts";
import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import { typeOfOpenApi } from "../../../shared/schema/typeOfOpenApi.ts";
import { initialFields } from "./initialFields.ts";
import type { OpenApiDocument } from "./openApi.ts";
import { type Definitions, validationOf } from "./validation.ts";

export interface KindSchema extends GroupVersionKind {
  /** Name of its definition. */
  name: string;
  /** The definition and all referenced ones, for checking texts. */
  definitions: Definitions;
  /** The kind's type for server-side apply. */
  typeOf(): TypeNode;
  /** The fields of a new object, besides version, kind and metadata. */
  initialFields(): Record<string, unknown>;
}

const read = new WeakMap<OpenApiDocument, Map<string, KindSchema | undefined>>();

/**
 * The schema of one kind, created once per document; undefined if the document does not contain the kind.
 *
 * @param extensionPrefix of the server's vocabulary, as `x-kubernetes-`
 */
export function kindSchemaOf(
  document: OpenApiDocument,
  of: GroupVersionKind,
  extensionPrefix: string,
): KindSchema | undefined {
  const known = read.get(document) ?? new Map<string, KindSchema | undefined>();
  read.set(document, known);
  const key = `${extensionPrefix} ${of.group}/${of.version}/${of.kind}`;
  if (!known.has(key)) known.set(key, makeKindSchema(document, of, extensionPrefix));
  return known.get(key);
}

function makeKindSchema(
  document: OpenApiDocument,
  { group, version, kind }: GroupVersionKind,
  extensionPrefix: string,
): KindSchema | undefined {
  const schemas = document.components?.schemas ?? {};
  const found = Object.entries(schemas).find(([, schema]) => {
    const kinds = schema[`${extensionPrefix}group-version-kind`];
    return (
      Array.isArray(kinds) &&
      kinds.some(
        (each: Partial<GroupVersionKind>) =>
          (each.group ?? "") === group && each.version === version && each.kind === kind,
      )
    );
  });
  if (found === undefined) return undefined;
  const [name] = found;
  // Definitions of custom resources are named after their group, those of built-in kinds after their package.
  const isCustom = name === [...group.split(".").reverse(), version, kind].join(".");
  return {
    group,
    version,
    kind,
    name,
    definitions: validationOf(schemas, name, isCustom, extensionPrefix),
    typeOf: () => typeOfOpenApi(schemas, name, extensionPrefix),
    initialFields: () => initialFields(found[1], schemas),
  };
}
