import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { changesBefore } from "../history/journal.ts";
import { type Moment, madeAt } from "./moments.ts";

/** Milliseconds between two looks for a deletion in the journal, and the maximum number of looks. */
const PAUSE = 1_000;
const TRIES = 10;

/**
 * The moments, where deletions that have no recorded time get it from the sandbox's journal.
 *
 * @param remembers whether the cluster has such a journal; without one, those times stay unknown
 */
export function useDeletionTimes(
  cluster: string,
  list: ResourceLocator,
  moments: readonly Moment[],
  remembers: boolean,
): readonly Moment[] {
  const untimed = moments.findLast(({ at }) => at === 0)?.revision;
  const { data: times } = useQuery({
    queryKey: ["deletionTimes", cluster, resourcePath(list), untimed],
    queryFn: async ({ signal }) => {
      const page = await changesBefore(cluster, list, (untimed ?? 0) + 1, signal);
      return new Map(
        page?.items.map(({ object, time }) => [Number(object.metadata.resourceVersion), Date.parse(time)]),
      );
    },
    enabled: remembers && untimed !== undefined,
    // The journal records a change a moment after the watch reports it.
    refetchInterval: ({ state }) =>
      untimed === undefined || state.data?.has(untimed) === true || state.dataUpdateCount >= TRIES ? false : PAUSE,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return useMemo(
    () =>
      times === undefined
        ? moments
        : moments.map((moment) => (moment.at === 0 ? madeAt(moment, times.get(moment.revision) ?? 0) : moment)),
    [moments, times],
  );
}
