import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import type { ApiObject } from "../../shared/object.ts";
import type { ResourceType } from "../api/resourceType.ts";
import type { Revision } from "../resources/live/objectStore.ts";
import { objectAt } from "./exactRead.ts";
import { type Past, walkBack } from "./walkBack.ts";

/** Number of states to fetch at a time. */
const STEP = 15;

interface History {
  /** Newest first. */
  revisions: Revision[];
  /** Why there are no older states; undefined while reading. */
  end: Past["end"] | undefined;
  error: Error | undefined;
  loading: boolean;
  older(): void;
}

/** The states since the page was opened, and the earlier ones that the server still retains. */
export function useHistory(
  { id: cluster, kind: clusterKind }: Pick<ClusterSummary, "id" | "kind">,
  type: ResourceType,
  object: ApiObject,
  live: readonly Revision[],
): History {
  const { name = "", namespace = "", uid } = object.metadata;
  const oldest = live[0]?.resourceVersion ?? object.metadata.resourceVersion ?? "";
  const { group, version, resource, kind } = type;
  const query = useInfiniteQuery({
    queryKey: ["history", cluster, group, resource, namespace, uid],
    queryFn: ({ pageParam, signal }) => {
      const locator = { group, version, resource, namespace, name };
      return walkBack(
        (revision) => objectAt(cluster, locator, kind, revision, signal, clusterKind === "sandbox"),
        pageParam,
        STEP,
      );
    },
    initialPageParam: oldest,
    getNextPageParam: (last: Past) => (last.end === "limit" ? last.states.at(-1)?.metadata.resourceVersion : undefined),
    // Past states do not change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled: oldest !== "",
  });
  const pages = query.data?.pages;
  const revisions = useMemo(() => {
    const all = new Map<string, Revision>();
    const past = (pages ?? []).flatMap((page) => page.states);
    for (const state of past) {
      const resourceVersion = state.metadata.resourceVersion ?? "";
      all.set(resourceVersion, { resourceVersion, object: state, seen: 0, deleted: false });
    }
    const own = { resourceVersion: object.metadata.resourceVersion ?? "", object, seen: 0, deleted: false };
    for (const revision of [own, ...live]) all.set(revision.resourceVersion, revision);
    return [...all.values()].sort((a, b) => Number(b.resourceVersion) - Number(a.resourceVersion));
  }, [pages, live, object]);
  const last = pages?.at(-1);
  return {
    revisions,
    end: last?.end,
    error: last?.error ?? query.error ?? undefined,
    loading: query.isFetching,
    older: () => void query.fetchNextPage(),
  };
}
