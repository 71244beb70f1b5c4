import { useCallback, useEffect, useState } from "react";
import { isAbandoned, request } from "../api/request.ts";
import type { Actions } from "./model/action.ts";
import { EMPTY, extended, type Timeline } from "./model/timeline.ts";

/** Milliseconds between two requests for new actions. */
const EVERY = 400;
/** Milliseconds until the next request after a failure. */
const AFTER_FAILURE = 3_000;
/** Number of past actions that are loaded at the beginning. */
const PAST = 1_000;
const PAGE = 1_000;

export interface LiveTimeline {
  readonly timeline: Timeline;
  /** Why there are no actions; undefined when there are. */
  readonly failure: Error | undefined;
  readonly isReady: boolean;
  change(how: (timeline: Timeline) => Timeline): void;
}

/** The actions in a sandbox, from now on, and the latest earlier ones. */
export function useTimeline(cluster: string): LiveTimeline {
  const [timeline, setTimeline] = useState(EMPTY);
  const [failure, setFailure] = useState<Error>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: number | undefined;
    const ask = async (query: string): Promise<Actions> =>
      (await request<Actions>(cluster, { path: `/simulation/causes?${query}`, signal: abort.signal })).body;
    const round = async (): Promise<void> => {
      let pause = EVERY;
      try {
        const isFirst = last === undefined;
        if (last === undefined) last = Math.max(0, (await ask("limit=0")).last - PAST);
        const page = await ask(`after=${last}&limit=${PAGE}`);
        last = page.items.at(-1)?.sequence ?? page.last;
        if (page.isCut) pause = 0;
        setTimeline((before) => extended(before, page.items, page.last, isFirst));
        setFailure(undefined);
        setReady(true);
      } catch (error) {
        if (abort.signal.aborted || isAbandoned(error)) return;
        setFailure(error instanceof Error ? error : new Error(String(error)));
        pause = AFTER_FAILURE;
      }
      // A hidden page needs new actions less often.
      timer = setTimeout(() => void round(), document.hidden ? AFTER_FAILURE : pause);
    };
    void round();
    return () => {
      abort.abort();
      clearTimeout(timer);
      setTimeline(EMPTY);
      setReady(false);
      setFailure(undefined);
    };
  }, [cluster]);
  const change = useCallback((how: (timeline: Timeline) => Timeline) => setTimeline(how), []);
  return { timeline, failure, isReady, change };
}
