import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { ApiObject } from "../../../shared/object.ts";
import { realClock } from "../../api/clock.ts";
import { nextFrame } from "../../api/frame.ts";
import { ListWatch } from "../../api/lists/listWatch.ts";
import { type PartItems, partSinks } from "../../api/lists/partSinks.ts";
import { onAwake } from "../../api/watch/onAwake.ts";
import { type ObjectsQuery, objectSource } from "./objectSource.ts";
import { type ObjectSnapshot, ObjectStore, type ObjectStoreOptions } from "./objectStore.ts";

const OBJECT_ITEMS: PartItems<ApiObject> = {
  uid: ({ metadata }) => metadata.uid ?? "",
  isOf: ({ metadata }, { namespace }) => namespace === "" || metadata.namespace === namespace,
};

interface LiveObjects extends ObjectSnapshot {
  retry(): void;
  /** Cancels the reads. */
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
    const whole = JSON.parse(key) as ObjectsQuery;
    const parts = (whole.collection.namespace ?? "").split(",").map((namespace) => ({ namespace }));
    const sinks = parts.length === 1 ? [store] : partSinks(store, parts, OBJECT_ITEMS);
    const watches = parts.flatMap(({ namespace }, index) => {
      const sink = sinks[index];
      const source = objectSource({ ...whole, collection: { ...whole.collection, namespace } });
      return sink === undefined ? [] : [new ListWatch(source, sink, realClock)];
    });
    return { store, watches };
  }, [key, keepDeleted, revisions]);
  useEffect(() => {
    if (!enabled) return;
    for (const watch of live.watches) watch.start();
    const sleepOn = onAwake(cluster, () => {
      for (const watch of live.watches) watch.wake();
    });
    return () => {
      for (const watch of live.watches) watch.stop();
      sleepOn();
    };
  }, [live, enabled, cluster]);
  const snapshot = useSyncExternalStore(live.store.subscribe, live.store.getSnapshot);
  const retry = useCallback(() => {
    for (const watch of live.watches) watch.retry(true);
  }, [live]);
  const cancel = useCallback(() => {
    for (const watch of live.watches) watch.cancel();
  }, [live]);
  return { ...snapshot, retry, cancel };
}
