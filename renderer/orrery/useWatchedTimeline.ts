import { useCallback, useEffect, useMemo, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import type { ApiError } from "../../shared/status.ts";
import { realClock } from "../api/clock.ts";
import type { ListWatchSink } from "../api/lists/listSink.ts";
import { ListWatch } from "../api/lists/listWatch.ts";
import { onAwake } from "../api/watch/onAwake.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { type ObjectsQuery, objectSource } from "../resources/live/objectSource.ts";
import type { Action } from "./model/action.ts";
import { EMPTY, extended, type Timeline } from "./model/timeline.ts";
import { WatchedActions } from "./model/watched.ts";
import type { LiveTimeline, UnreadKind } from "./useTimeline.ts";

/** The watched resources: what controllers derive from users' writes, without resources that may be confidential. */
const KINDS: readonly (readonly [group: string, resource: string])[] = [
  ["apps", "deployments"],
  ["apps", "replicasets"],
  ["apps", "statefulsets"],
  ["apps", "daemonsets"],
  ["batch", "jobs"],
  ["batch", "cronjobs"],
  ["autoscaling", "horizontalpodautoscalers"],
  ["", "services"],
  ["discovery.{domain}", "endpointslices"],
  ["", "pods"],
];

/** Milliseconds for which changes are collected before they are added to the timeline. */
const GATHERED = 100;

/** The changes in a cluster that does not record causes, derived from its watches from now on. */
export function useWatchedTimeline(isEnabled: boolean): LiveTimeline {
  const { cluster, vocabulary, types } = useClusterScope();
  const [timeline, setTimeline] = useState(EMPTY);
  const [isReady, setReady] = useState(false);
  const [unread, setUnread] = useState<readonly UnreadKind[]>([]);
  const plan = JSON.stringify(
    KINDS.flatMap(([template, resource]): ObjectsQuery[] => {
      const group = vocabulary.render(template);
      const served = types.filter((type) => type.group === group && type.resource === resource);
      const type = served.find(({ preferred }) => preferred) ?? served[0];
      if (type?.verbs.includes("watch") !== true) return [];
      return [
        {
          cluster: cluster.id,
          kind: type.kind,
          collection: { group, version: type.version, resource, namespace: "" },
        },
      ];
    }),
  );
  useEffect(() => {
    if (!isEnabled) return;
    const watched = new WatchedActions();
    let gathered: Action[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (action: Action): void => {
      gathered.push(action);
      timer ??= setTimeout(() => {
        const items = gathered;
        gathered = [];
        timer = undefined;
        setTimeline((before) => extended(before, items, items.at(-1)?.sequence ?? before.last));
      }, GATHERED);
    };
    const watches = (JSON.parse(plan) as ObjectsQuery[]).map(
      (query) =>
        new ListWatch(
          objectSource(query),
          sinkFor(query, watched, take, (error) => {
            setReady(true);
            setUnread((before) => withOutcome(before, query.kind, error));
          }),
          realClock,
        ),
    );
    for (const watch of watches) watch.start();
    const sleepOn = onAwake(cluster.id, () => {
      for (const watch of watches) watch.wake();
    });
    return () => {
      for (const watch of watches) watch.stop();
      sleepOn();
      clearTimeout(timer);
      setTimeline(EMPTY);
      setReady(false);
      setUnread([]);
    };
  }, [isEnabled, plan, cluster.id]);
  const change = useCallback((how: (timeline: Timeline) => Timeline) => setTimeline(how), []);
  return useMemo(
    () => ({ timeline, failure: undefined, isReady, requests: undefined, isGuessed: true, unread, change }),
    [timeline, isReady, unread, change],
  );
}

/** The unread kinds after a list was read, or could not be read. Stays the same array if nothing changes. */
export function withOutcome(
  unread: readonly UnreadKind[],
  kind: string,
  error: ApiError | undefined,
): readonly UnreadKind[] {
  const known = unread.find((each) => each.kind === kind);
  if (known?.error.message === error?.message) return unread;
  const others = unread.filter((each) => each !== known);
  return error === undefined ? others : [...others, { kind, error }];
}

/**
 * A sink that receives every change of one list. The initial objects of the list count as known, not as changed,
 * because the watch starts after it.
 */
function sinkFor(
  { collection }: ObjectsQuery,
  watched: WatchedActions,
  take: (action: Action) => void,
  ended: (error?: ApiError) => void,
): ListWatchSink<ApiObject> {
  let size = 0;
  const verbs = { ADDED: "create", MODIFIED: "update", DELETED: "delete" } as const;
  return {
    beginList: () => {
      size = 0;
    },
    page: (items) => {
      size += items.length;
      for (const item of items) watched.known(collection, item);
    },
    endList: () => ended(),
    changed: (type, items) => {
      for (const item of items) take(watched.observe(verbs[type], collection, item, Date.now()));
    },
    size: () => size,
    state: ({ phase, error }) => {
      if (phase === "forbidden" || phase === "failed") ended(error);
    },
  };
}
