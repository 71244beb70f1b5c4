/** The schema of a kind from the connected server's own OpenAPI, in a form that the YAML worker understands. */
import { useQuery } from "@tanstack/react-query";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { request } from "../api/request.ts";
import type { ResourceType } from "../api/resourceType.ts";

export type JsonSchema = Record<string, unknown>;

interface OpenApiIndex {
  paths?: Record<string, { serverRelativeURL?: string }>;
}

interface OpenApiDocument {
  components?: { schemas?: Record<string, JsonSchema> };
}

type Gvk = { group?: string; version?: string; kind?: string };

/** Where the index of OpenAPI v3 has a group version. */
export const documentKey = (type: Pick<ResourceType, "group" | "version">): string =>
  type.group === "" ? `api/${type.version}` : `apis/${type.group}/${type.version}`;

/** The schema of one kind, with all schemas of the document beside it for its references; undefined when not there. */
export function schemaOfKind(
  document: OpenApiDocument,
  type: Pick<ResourceType, "group" | "version" | "kind">,
  extension: string,
): JsonSchema | undefined {
  const schemas = document.components?.schemas ?? {};
  const found = Object.entries(schemas).find(([, schema]) => {
    const kinds = schema[extension];
    return (
      Array.isArray(kinds) &&
      kinds.some((k: Gvk) => (k.group ?? "") === type.group && k.version === type.version && k.kind === type.kind)
    );
  });
  if (found === undefined) return undefined;
  return { $ref: `#/components/schemas/${found[0]}`, components: { schemas } };
}

/** Loads the schema once per kind; null when the server offers none, so that the editor works without. */
export const useKindSchema = (cluster: string, vocabulary: Vocabulary, type: ResourceType) =>
  useQuery({
    queryKey: ["schema", cluster, type.group, type.version, type.kind],
    queryFn: async ({ signal }): Promise<JsonSchema | null> => {
      const { body: index } = await request<OpenApiIndex>(cluster, { path: "/openapi/v3", signal });
      const url = index.paths?.[documentKey(type)]?.serverRelativeURL;
      if (url === undefined) return null;
      const { body } = await request<OpenApiDocument>(cluster, { path: url, signal });
      return schemaOfKind(body, type, `${vocabulary.extensionPrefix}group-version-kind`) ?? null;
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
