import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { changesBefore, type JournalChange, type JournalPage } from "../history/journal.ts";
import { type Moment, madeAt, momentOf } from "./moments.ts";

/** Maximum number of kept pages of earlier changes, because whole objects take memory. */
const MAX_PAGES = 10;

export interface Earlier {
  /** In order; all are earlier than the server's watch history. */
  readonly moments: readonly Moment[];
  /** The earliest revision that can be shown; undefined if there is no journal, or if it is still empty. */
  readonly oldest: number | undefined;
  /** Start of the journal in milliseconds since the epoch; undefined if there is none. */
  readonly since: number | undefined;
  readonly gaps: JournalPage["gaps"];
  /** Reads the previous page; undefined if there is none. */
  readonly more: (() => void) | undefined;
  readonly loading: boolean;
  readonly error: Error | null;
}

/** The moment of a change, with the journal's time. */
function journalMoment({ type, time, object }: JournalChange): Moment | undefined {
  const moment = momentOf(type, object);
  const at = Date.parse(time);
  return moment === undefined || Number.isNaN(at) ? moment : madeAt(moment, at);
}

/**
 * The changes from before the server's watch history that a sandbox keeps in its journal, page by page.
 *
 * @param from the revision after which all changes are already known; undefined sends no requests
 */
export function useEarlier(cluster: string, list: ResourceLocator, from: number | undefined): Earlier {
  const query = useInfiniteQuery({
    queryKey: ["earlier", cluster, resourcePath(list), from],
    queryFn: async ({ pageParam, signal }) => (await changesBefore(cluster, list, pageParam, signal)) ?? null,
    initialPageParam: (from ?? 0) + 1,
    getNextPageParam: (last, pages) => (pages.length >= MAX_PAGES ? undefined : last?.next),
    enabled: from !== undefined && from > 1,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const pages = query.data?.pages;
  return useMemo(() => {
    const loaded = (pages ?? []).filter((page) => page !== null);
    const last = loaded.at(-1);
    const moments = [...loaded].reverse().flatMap((page) => page.items.flatMap((item) => journalMoment(item) ?? []));
    const start = loaded[0]?.stretches[0];
    const oldest = last === undefined ? undefined : last.next === undefined ? start?.from : moments[0]?.revision;
    return {
      moments,
      oldest,
      since: start === undefined ? undefined : Date.parse(start.since),
      gaps: loaded[0]?.gaps ?? [],
      more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
      loading: query.isFetching,
      error: query.error,
    };
  }, [pages, query.hasNextPage, query.fetchNextPage, query.isFetching, query.error]);
}
