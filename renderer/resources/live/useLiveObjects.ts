import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { realClock } from "../../api/clock.ts";
import { nextFrame } from "../../api/frame.ts";
import { ListWatch } from "../../api/listWatch.ts";
import { type ObjectsQuery, objectSource } from "./objectSource.ts";
import { type ObjectSnapshot, ObjectStore, type ObjectStoreOptions } from "./objectStore.ts";

export interface LiveObjects extends ObjectSnapshot {
  retry(): void;
}

/** Whole objects, listed and watched while mounted and enabled. */
export function useLiveObjects(
  query: ObjectsQuery,
  options: ObjectStoreOptions & { enabled?: boolean } = {},
): LiveObjects {
  const { enabled = true, keepDeleted = false, revisions = 0 } = options;
  const key = JSON.stringify(query);
  const live = useMemo(() => {
    const store = new ObjectStore(nextFrame, Date.now, { keepDeleted, revisions });
    return { store, watch: new ListWatch(objectSource(JSON.parse(key) as ObjectsQuery), store, realClock) };
  }, [key, keepDeleted, revisions]);
  useEffect(() => {
    if (!enabled) return;
    live.watch.start();
    const wake = (): void => {
      const { phase } = live.store.getSnapshot().state;
      if (phase === "stale" || phase === "reconnecting" || phase === "failed") live.watch.retry();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      live.watch.stop();
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [live, enabled]);
  const snapshot = useSyncExternalStore(live.store.subscribe, live.store.getSnapshot);
  return { ...snapshot, retry: useCallback(() => live.watch.retry(true), [live]) };
}
