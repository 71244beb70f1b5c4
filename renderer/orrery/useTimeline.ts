import { useCallback, useEffect, useMemo, useState } from "react";
import type { ApiError } from "../../shared/status.ts";
import { followAudit } from "../activity/audit/auditFeed.ts";
import { rowOf } from "../activity/audit/auditView.ts";
import { isAbortError, request } from "../api/requests/request.ts";
import type { Actions } from "./model/action.ts";
import { actionOf, isWrite } from "./model/clients.ts";
import { createRequests, type Requests } from "./model/requests.ts";
import { EMPTY, extended, type Timeline } from "./model/timeline.ts";

/** Milliseconds between two requests for new actions, if no audit log reports writes. */
const EVERY = 400;
/** The same if there is an audit log: the requests then only find actions that it does not report. */
const SELDOM = 5_000;
/** Milliseconds from a write in the audit log until its action is requested. */
const SHORT_DELAY = 60;
/** Milliseconds until the next request after a failure. */
const AFTER_FAILURE = 3_000;
/** Number of past actions loaded at the start. */
const MAX_PAST_ACTIONS = 1_000;
const PAGE = 1_000;

export interface UnreadKind {
  readonly kind: string;
  readonly error: ApiError;
}

/** For timelines that do not depend on the user's rights. */
const ALL_READ: readonly UnreadKind[] = [];

export interface LiveTimeline {
  readonly timeline: Timeline;
  /** Why there are no recorded actions; undefined if there are, and for a cluster that records none. */
  readonly failure: Error | undefined;
  readonly isReady: boolean;
  /** The audit log; undefined if there is none. */
  readonly requests: Requests | undefined;
  /** Whether causes and actors are inferred from the objects, because the server does not record them. */
  readonly isGuessed: boolean;
  /** The kinds that the user may not read, or that could not be read: the timeline lacks their changes. */
  readonly unread: readonly UnreadKind[];
  change(how: (timeline: Timeline) => Timeline): void;
}

/** The actions in a sandbox from now on, and the latest earlier ones. */
export function useTimeline(cluster: string): LiveTimeline {
  const [timeline, setTimeline] = useState(EMPTY);
  const [failure, setFailure] = useState<Error>();
  const [isReady, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cluster has a log of its own
  const requests = useMemo(() => createRequests((run) => requestAnimationFrame(run)), [cluster]);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: number | undefined;
    let isFed = false;
    let isAsking = false;
    let isWanted = false;
    const plan = (pause: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void round(), pause);
    };
    const ask = async (query: string): Promise<Actions> =>
      (await request<Actions>(cluster, { path: `/simulation/causes?${query}`, signal: abort.signal })).body;
    const round = async (): Promise<void> => {
      let pause = isFed ? SELDOM : EVERY;
      isAsking = true;
      isWanted = false;
      try {
        const isFirst = last === undefined;
        last ??= Math.max(0, (await ask("limit=0")).last - MAX_PAST_ACTIONS);
        const page = await ask(`after=${last}&limit=${PAGE}`);
        // The sandbox has restarted, and its sequence numbers start over.
        const isAnew = page.last < last;
        last = isAnew ? 0 : (page.items.at(-1)?.sequence ?? page.last);
        if (page.isCut || isAnew) pause = 0;
        setTimeline((before) => extended(isAnew ? EMPTY : before, page.items, page.last, isFirst));
        setFailure(undefined);
        setReady(true);
      } catch (error) {
        if (abort.signal.aborted || isAbortError(error)) return;
        setFailure(error instanceof Error ? error : new Error(String(error)));
        pause = AFTER_FAILURE;
      } finally {
        isAsking = false;
      }
      // A hidden page needs new actions less often.
      plan(document.hidden ? AFTER_FAILURE : isWanted ? SHORT_DELAY : pause);
    };
    let isPast = true;
    const stop = followAudit(`${location.origin.replace(/^http/, "ws")}/host/clusters/${cluster}/audit`, {
      phase: (phase) => {
        isFed = phase === "open";
      },
      events: (events) => {
        const rows = events.map((placed) => rowOf(placed));
        requests.add(rows);
        const actions = rows.flatMap((row) => actionOf(row) ?? []);
        const isFirst = isPast;
        isPast = false;
        if (actions.length > 0) setTimeline((before) => extended(before, actions, before.last, isFirst));
        if (!rows.some(({ event }) => isWrite(event))) return;
        isWanted = true;
        if (!isAsking && !document.hidden) plan(SHORT_DELAY);
      },
    });
    void round();
    return () => {
      abort.abort();
      stop();
      clearTimeout(timer);
      setTimeline(EMPTY);
      setReady(false);
      setFailure(undefined);
    };
  }, [cluster, requests]);
  const change = useCallback((how: (timeline: Timeline) => Timeline) => setTimeline(how), []);
  return useMemo(
    () => ({ timeline, failure, isReady, requests, isGuessed: false, unread: ALL_READ, change }),
    [timeline, failure, isReady, requests, change],
  );
}
