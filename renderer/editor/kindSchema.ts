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

const PREFIX = "#/components/schemas/";

/** Copies a schema with its references pointing to `definitions`, the only place the YAML worker looks them up. */
function relocate(value: unknown, seen: (name: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => relocate(item, seen));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== "$ref" || typeof inner !== "string" || !inner.startsWith(PREFIX)) return [key, relocate(inner, seen)];
      const name = inner.slice(PREFIX.length);
      seen(name);
      return [key, `#/definitions/${name}`];
    }),
  );
}

/** The schema of one kind with all that it refers to, however far; undefined when the document has no such kind. */
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
  const definitions: Record<string, unknown> = {};
  const waiting: string[] = [];
  const seen = (name: string): void => {
    if (!Object.hasOwn(definitions, name)) waiting.push(name);
  };
  const root = relocate(found[1], seen) as JsonSchema;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (Object.hasOwn(definitions, name) || schemas[name] === undefined) continue;
    // Entered before it is walked: schemas may refer to themselves.
    definitions[name] = {};
    definitions[name] = relocate(schemas[name], seen);
  }
  return { ...root, definitions };
}

/** The schemas of kinds of one group version, in their order; undefined for those that the server offers none of. */
export async function readSchemas(
  cluster: string,
  vocabulary: Vocabulary,
  { group, version, kinds }: { group: string; version: string; kinds: readonly string[] },
  signal: AbortSignal,
): Promise<(JsonSchema | undefined)[]> {
  const { body: index } = await request<OpenApiIndex>(cluster, { path: "/openapi/v3", signal });
  const url = index.paths?.[documentKey({ group, version })]?.serverRelativeURL;
  if (url === undefined) return kinds.map(() => undefined);
  const { body } = await request<OpenApiDocument>(cluster, { path: url, signal });
  const extension = `${vocabulary.extensionPrefix}group-version-kind`;
  return kinds.map((kind) => schemaOfKind(body, { group, version, kind }, extension));
}

/** Loads the schema once per kind; null when the server offers none, so that the editor works without. */
export const useKindSchema = (cluster: string, vocabulary: Vocabulary, type: ResourceType) =>
  useQuery({
    queryKey: ["schema", cluster, type.group, type.version, type.kind],
    queryFn: async ({ signal }): Promise<JsonSchema | null> => {
      const [schema] = await readSchemas(cluster, vocabulary, { ...type, kinds: [type.kind] }, signal);
      return schema ?? null;
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
