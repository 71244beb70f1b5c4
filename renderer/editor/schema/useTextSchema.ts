import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GroupVersionKind } from "../../../shared/object.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { documentsSchema } from "./documentsSchema.ts";
import { type KindSchema, kindSchemaOf } from "./kindSchema.ts";
import { documentQuery } from "./openApi.ts";
import { definitionRef, type JsonSchema } from "./validation.ts";

const versionOf = ({ group, version }: GroupVersionKind): string => `${group}/${version}`;
const dataOf = <T>(results: readonly { data: T }[]): T[] => results.map(({ data }) => data);

/**
 * The schema for a text with objects of these kinds, from the server's own OpenAPI; undefined while it is loading, null
 * if the server has none, so that the editor works without a schema.
 *
 * @param otherwise the schema for documents of other kinds and without a kind; by default, documents of other kinds
 * have no schema, and documents without a kind use the schema of the first kind
 */
export function useTextSchema(
  kinds: readonly GroupVersionKind[],
  otherwise?: JsonSchema,
): JsonSchema | null | undefined {
  const { cluster, vocabulary } = useClusterScope();
  const versions = [...new Map(kinds.map((kind) => [versionOf(kind), kind])).values()];
  const documents = useQueries({ queries: versions.map((of) => documentQuery(cluster.id, of)), combine: dataOf });
  const isLoading = documents.some((document) => document === undefined);
  // `kinds` is a new array after every change of the text, but usually has the same content.
  const key = JSON.stringify(kinds.map(({ group, version, kind }) => [group, version, kind]));
  return useMemo(() => {
    const named = (JSON.parse(key) as string[][]).map(([group = "", version = "", kind = ""]) => ({
      group,
      version,
      kind,
    }));
    const order = [...new Set(named.map(versionOf))];
    const schemas = named.map((kind) => {
      const document = documents[order.indexOf(versionOf(kind))];
      return document ? kindSchemaOf(document, kind, vocabulary.extensionPrefix) : undefined;
    });
    const found = schemas.filter((schema): schema is KindSchema => schema !== undefined);
    if (found.length === 0) return isLoading ? undefined : null;
    const first = schemas[0];
    const unnamed = otherwise ?? (first === undefined ? {} : definitionRef(first.name));
    return documentsSchema(found, unnamed, otherwise ?? {});
  }, [key, documents, isLoading, vocabulary, otherwise]);
}
