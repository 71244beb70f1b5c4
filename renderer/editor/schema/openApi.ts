/** The server's OpenAPI, one document per group version. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { GroupVersionKind } from "../../../shared/object.ts";
import type { OpenApiSchema } from "../../../shared/schema/typeOfOpenApi.ts";
import { request } from "../../api/requests/request.ts";

export interface OpenApiDocument {
  components?: { schemas?: Record<string, OpenApiSchema> };
}

interface OpenApiIndex {
  paths?: Record<string, { serverRelativeURL?: string }>;
}

type GroupVersion = Pick<GroupVersionKind, "group" | "version">;

/** The key of a group version in the OpenAPI v3 index. */
export const documentKey = ({ group, version }: GroupVersion): string =>
  group === "" ? `api/${version}` : `apis/${group}/${version}`;

const MINUTE = 60_000;

const indexQuery = (cluster: string) =>
  queryOptions({
    queryKey: ["openapi", cluster],
    queryFn: async ({ signal }) => (await request<OpenApiIndex>(cluster, { path: "/openapi/v3", signal })).body,
    staleTime: MINUTE,
    retry: false,
  });

/** The document of a group version; null when the server offers none. */
export const documentQuery = (cluster: string, { group, version }: GroupVersion) =>
  queryOptions({
    queryKey: ["openapi", cluster, group, version],
    queryFn: async ({ signal, client }): Promise<OpenApiDocument | null> => {
      const index = await client.fetchQuery(indexQuery(cluster));
      const path = index.paths?.[documentKey({ group, version })]?.serverRelativeURL;
      return path === undefined ? null : (await request<OpenApiDocument>(cluster, { path, signal })).body;
    },
    staleTime: 5 * MINUTE,
    retry: false,
  });

/** The document of a group version, read once for all callers; also null if it cannot be read. */
export const readDocument = (client: QueryClient, cluster: string, of: GroupVersion): Promise<OpenApiDocument | null> =>
  client.ensureQueryData(documentQuery(cluster, of)).catch(() => null);
