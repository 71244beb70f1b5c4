import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { realClock } from "../../api/clock.ts";
import { nextFrame } from "../../api/frame.ts";
import { ListWatch } from "../../api/listWatch.ts";
import { onAwake } from "../../api/onAwake.ts";
import { type ObjectsQuery, objectSource } from "./objectSource.ts";
import { type ObjectSnapshot, ObjectStore, type ObjectStoreOptions } from "./objectStore.ts";

interface LiveObjects extends ObjectSnapshot {
  retry(): void;
  /** Cancels reading them. */
  cancel(): void;
}

/** Whole objects, listed and watched while mounted and enabled. */
export function useLiveObjects(
  query: ObjectsQuery,
  options: ObjectStoreOptions & { enabled?: boolean } = {},
): LiveObjects {
  const { enabled = true, keepDeleted = false, revisions = 0 } = options;
  const { cluster } = query;
  const key = JSON.stringify(query);
  const live = useMemo(() => {
    const store = new ObjectStore(nextFrame, Date.now, { keepDeleted, revisions });
    return { store, watch: new ListWatch(objectSource(JSON.parse(key) as ObjectsQuery), store, realClock) };
  }, [key, keepDeleted, revisions]);
  useEffect(() => {
    if (!enabled) return;
    live.watch.start();
    const sleepOn = onAwake(cluster, () => live.watch.wake());
    return () => {
      live.watch.stop();
      sleepOn();
    };
  }, [live, enabled, cluster]);
  const snapshot = useSyncExternalStore(live.store.subscribe, live.store.getSnapshot);
  const retry = useCallback(() => live.watch.retry(true), [live]);
  const cancel = useCallback(() => live.watch.cancel(), [live]);
  return { ...snapshot, retry, cancel };
}
