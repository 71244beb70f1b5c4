/**
 * The number of objects of each kind, for the sidebar: from a list limited to one object, which is cheap for the
 * server.
 */
import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { createLimiter } from "../../api/requests/limiter.ts";
import { request } from "../../api/requests/request.ts";
import { type ResourceType, typeKey } from "../../api/resourceType.ts";
import { useViewAsText, viewAsText } from "../../api/viewAs.ts";
import { useSetting } from "../../localSettings/store.ts";
import { useClusterScope } from "../clusterContext.ts";

/** Milliseconds between two requests for a count; the count of the kind whose list is shown is always current. */
const REFETCH_INTERVAL = { sandbox: 60_000, remote: 300_000 } as const;

/** Few concurrent counts, so that they do not delay requests that the user is waiting for. */
const inTurn = createLimiter(2);

const KIND_COUNT = "kindCount";
const keyOf = (cluster: string, namespaces: string, type: ResourceType): readonly string[] => [
  KIND_COUNT,
  cluster,
  viewAsText(cluster),
  namespaces,
  typeKey(type),
];

interface OneOfMany {
  metadata?: { continue?: string; remainingItemCount?: number };
  items?: unknown[] | null;
}

/**
 * The number of objects in a list, from a page of one object; undefined if the server does not report the remaining
 * count.
 */
export function countOf({ metadata = {}, items }: OneOfMany): number | undefined {
  const shown = items?.length ?? 0;
  if (metadata.continue === undefined || metadata.continue === "") return shown;
  return metadata.remainingItemCount === undefined ? undefined : shown + metadata.remainingItemCount;
}

async function count(cluster: string, type: ResourceType, metaGroup: string, namespace: string, signal: AbortSignal) {
  const path = withQuery(resourcePath({ ...type, namespace }), { limit: 1 });
  const accept = `application/json;as=PartialObjectMetadataList;v=v1;g=${metaGroup},application/json`;
  return countOf((await request<OneOfMany>(cluster, { path, accept, signal, isBackground: true })).body);
}

/** The number of objects of each kind in the chosen namespaces, by the kind's key; unknown counts are left out. */
export function useKindCounts(types: readonly ResourceType[]): ReadonlyMap<string, number> {
  const { cluster, vocabulary, namespaces } = useClusterScope();
  const [isWanted] = useSetting("sidebarCounts");
  // Another identity may see other counts.
  useViewAsText(cluster.id);
  const isThere = cluster.state === "running" || cluster.state === "connected";
  const combine = useCallback(
    (answers: readonly { data: number | null | undefined }[]) =>
      new Map(
        types.flatMap((type, i): [string, number][] => {
          const count = answers[i]?.data;
          return typeof count === "number" ? [[typeKey(type), count]] : [];
        }),
      ),
    [types],
  );
  return useQueries({
    queries: types.map((type) => {
      const scope = type.namespaced ? namespaces : "";
      return {
        queryKey: keyOf(cluster.id, scope, type),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const parts = await Promise.all(
            scope
              .split(",")
              .map((namespace) =>
                inTurn(() => count(cluster.id, type, vocabulary.metaGroup, namespace, signal), signal),
              ),
          );
          // Null rather than undefined, which a query must not return.
          return parts.includes(undefined) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
        },
        // Kinds without the watch verb are computed on demand, such as the deprecated ComponentStatus.
        enabled: isWanted && isThere && type.verbs.includes("watch"),
        staleTime: REFETCH_INTERVAL[cluster.kind],
        refetchInterval: REFETCH_INTERVAL[cluster.kind],
        refetchOnWindowFocus: false,
        retry: false,
      };
    }),
    combine,
  });
}

/** Recounts all objects of a cluster, after many were created. */
export const refetchCounts = (queries: QueryClient, cluster: string): void =>
  void queries.invalidateQueries({ queryKey: [KIND_COUNT, cluster] });

/**
 * Sets the sidebar's count of a kind from a list that is complete and live.
 * @param namespaces of the list's query
 * @param held number of objects; undefined while the list is incomplete
 */
export function useReportedCount(type: ResourceType | undefined, namespaces: string, held: number | undefined): void {
  const queries = useQueryClient();
  const { cluster } = useClusterScope();
  useEffect(() => {
    if (type === undefined || held === undefined) return;
    const queryKey = keyOf(cluster.id, namespaces, type);
    if (queries.getQueryData(queryKey) !== held) queries.setQueryData(queryKey, held);
  }, [queries, cluster.id, namespaces, type, held]);
}
