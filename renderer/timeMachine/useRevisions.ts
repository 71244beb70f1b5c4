import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { attachRaw, type RawWatchHandlers } from "../activity/inspector/rawWatch.ts";
import { realClock } from "../api/clock.ts";
import { openSocket, watchUrl } from "../api/watch/watchSocket.ts";
import { currentRevision, isListable } from "../history/exactRead.ts";
import { type Moment, withMoments } from "./moments.ts";
import { replay } from "./replay.ts";
import { oldestRetained } from "./retention.ts";

/** Maximum number of kept moments, which contain whole objects. */
export const MOMENTS_KEPT = 2000;

export interface Revisions {
  /** In order; grows with new changes. */
  moments: readonly Moment[];
  /** The oldest revision that can be listed; undefined until it is known. */
  oldest: number | undefined;
  /** Revision after which all changes are known. */
  replayedFrom: number | undefined;
  /** The revision at which the view was opened; NaN if revisions are not numbers. */
  opened: number | undefined;
  error: Error | null;
}

/** @param path with its query */
function watchFrom(cluster: string, path: string, revision: number, handlers: RawWatchHandlers): { close(): void } {
  const url = watchUrl(location.origin, cluster, path, {
    resourceVersion: String(revision),
    accept: "application/json",
  });
  return attachRaw(openSocket(url), handlers);
}

/**
 * The retained history of a list, located once and then followed while mounted.
 *
 * @param list with a name, only the moments of that object
 * @param enabled false sends no requests
 */
export function useRevisions(cluster: string, list: ResourceLocator, enabled = true): Revisions {
  const { name, ...whole } = list;
  const path = resourcePath(whole);
  const [state, setState] = useState<{ moments: readonly Moment[]; replayedFrom?: number }>({ moments: [] });
  const edges = useQuery({
    queryKey: ["retained", cluster, path],
    queryFn: async ({ signal }) => {
      const opened = await currentRevision(cluster, whole, signal);
      if (!Number.isSafeInteger(opened)) return { opened: Number.NaN, oldest: Number.NaN };
      const source = {
        watch: (revision: number, handlers: RawWatchHandlers) => watchFrom(cluster, path, revision, handlers),
        isListable: (revision: number) => isListable(cluster, whole, revision, signal),
      };
      const oldest = await oldestRetained(source, opened, realClock);
      return { opened, oldest };
    },
    enabled,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const { opened, oldest } = edges.data ?? {};
  useEffect(() => {
    if (opened === undefined || oldest === undefined || Number.isNaN(opened)) return;
    const selected = name === undefined ? path : withQuery(path, { fieldSelector: `metadata.name=${name}` });
    setState({ moments: [] });
    let waiting: Moment[] = [];
    let frame = 0;
    const flush = (): void => {
      frame = 0;
      const more = waiting;
      waiting = [];
      setState((old) => ({ ...old, moments: withMoments(old.moments, more, MOMENTS_KEPT) }));
    };
    const stop = replay(
      {
        watch: (revision, handlers) => watchFrom(cluster, selected, revision, handlers),
      },
      {
        moment: (moment) => {
          waiting.push(moment);
          frame ||= requestAnimationFrame(flush);
        },
        begins: (replayedFrom) => setState((old) => ({ ...old, replayedFrom })),
      },
      oldest,
      opened,
      realClock,
    );
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [cluster, path, name, opened, oldest]);
  return { moments: state.moments, replayedFrom: state.replayedFrom, opened, oldest, error: edges.error };
}
