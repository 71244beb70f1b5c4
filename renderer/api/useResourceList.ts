/** The live list of one resource as a hook: server-side Tables, paged in, then watched. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { type Table, tableMediaType } from "../../shared/table.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { settings } from "../localSettings/store.ts";
import { realClock } from "./clock.ts";
import { nextFrame } from "./frame.ts";
import { KeptLists } from "./keptLists.ts";
import type { ListWatchSource } from "./listSource.ts";
import { ListWatch } from "./listWatch.ts";
import { onAwake } from "./onAwake.ts";
import { partSinks } from "./partSinks.ts";
import { request } from "./request.ts";
import type { ResourceType } from "./resourceType.ts";
import { type RowSnapshot, RowStore } from "./rowStore.ts";
import { decodeTable, type ResourceRow } from "./tableRow.ts";
import { useViewAsText } from "./viewAs.ts";
import { attachSocket, type SocketLike, watchUrl } from "./watchSocket.ts";
import { whyUnwatched } from "./whyUnwatched.ts";

interface ResourceListQuery {
  cluster: string;
  vocabulary: Vocabulary;
  type: Pick<ResourceType, "group" | "version" | "resource">;
  /** Empty for all namespaces and for cluster-scoped resources; several are separated by commas. */
  namespace: string;
  labelSelector?: string;
  fieldSelector?: string;
}

function tableSource(query: ResourceListQuery, namespace: string, store: RowStore): ListWatchSource<ResourceRow> {
  const path = resourcePath({ ...query.type, namespace });
  const accept = tableMediaType(query.vocabulary.metaGroup);
  const selectors = { labelSelector: query.labelSelector, fieldSelector: query.fieldSelector };
  const decode = (value: unknown): ReturnType<typeof decodeTable> => {
    const decoded = decodeTable(value);
    store.columns(decoded.columns);
    return decoded;
  };
  return {
    list: async (paging, signal) => {
      const { body } = await request<Table>(query.cluster, {
        path: withQuery(path, { includeObject: "Metadata", ...selectors, ...paging, limit: settings.get("pageSize") }),
        accept: `${accept},application/json`,
        signal,
      });
      return decode(body);
    },
    watch: (resourceVersion, handlers) => {
      const url = watchUrl(location.origin, query.cluster, withQuery(path, selectors), {
        resourceVersion,
        includeObject: "Metadata",
        accept,
      });
      return attachSocket(new WebSocket(url) as unknown as SocketLike, decode, handlers);
    },
    whyUnwatched: (resourceVersion, signal) =>
      whyUnwatched(query.cluster, path, { ...selectors, resourceVersion }, signal),
  };
}

export interface ResourceList extends RowSnapshot {
  /** Reads the list again now. */
  retry(): void;
  /** Cancels reading the list. */
  cancel(): void;
}

const keptLists = new KeptLists();

/** Lists and watches while mounted; another query starts empty, or with the rows that it had when the user left it. */
export function useResourceList(query: ResourceListQuery): ResourceList {
  const { cluster, vocabulary, namespace, labelSelector, fieldSelector } = query;
  const { group, version, resource } = query.type;
  const viewAs = useViewAsText(cluster);
  const live = useMemo(() => {
    const key = JSON.stringify([cluster, viewAs, group, version, resource, namespace, labelSelector, fieldSelector]);
    const store = keptLists.get(key) ?? new RowStore(nextFrame, Date.now());
    store.reopen();
    const { lastContact } = store.getSnapshot().state;
    const whole = { cluster, vocabulary, type: { group, version, resource }, namespace, labelSelector, fieldSelector };
    const namespaces = namespace.split(",");
    const sinks = namespaces.length === 1 ? [store] : partSinks(store, namespaces);
    const watches = sinks.map(
      (sink, i) => new ListWatch(tableSource(whole, namespaces[i] ?? "", store), sink, realClock, lastContact),
    );
    return { key, store, watches };
  }, [cluster, viewAs, vocabulary, group, version, resource, namespace, labelSelector, fieldSelector]);

  useEffect(() => {
    keptLists.release(live.key);
    for (const watch of live.watches) watch.start();
    const sleepOn = onAwake(cluster, () => {
      for (const watch of live.watches) watch.wake();
    });
    return () => {
      for (const watch of live.watches) watch.stop();
      sleepOn();
      keptLists.keep(live.key, live.store);
    };
  }, [live, cluster]);

  const snapshot = useSyncExternalStore(live.store.subscribe, live.store.getSnapshot);
  const retry = useCallback(() => {
    for (const watch of live.watches) watch.retry(true);
  }, [live]);
  const cancel = useCallback(() => {
    for (const watch of live.watches) watch.cancel();
  }, [live]);
  return { ...snapshot, retry, cancel };
}
