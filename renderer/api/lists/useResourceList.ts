/** The live list of one resource as a hook: server-side Tables, read in pages, then watched. */
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { type Table, tableMediaType } from "../../../shared/table.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { settings } from "../../localSettings/store.ts";
import { realClock } from "../clock.ts";
import { nextFrame } from "../frame.ts";
import { request } from "../requests/request.ts";
import type { ResourceType } from "../resourceType.ts";
import { cellsFinder, needObjects, type OwnColumn } from "../tables/ownColumns.ts";
import { type PlaceCells, sharedColumns } from "../tables/sharedColumns.ts";
import { decodeTable, inCluster, type OwnCells, type ResourceRow, type RowCluster } from "../tables/tableRow.ts";
import { useViewAsText, viewAsText } from "../viewAs.ts";
import type { ListWatchSource } from "../watch/listSource.ts";
import { onAwake } from "../watch/onAwake.ts";
import { unwatchable, watchRefusal } from "../watch/watchRefusal.ts";
import { attachSocket, openSocket, watchUrl } from "../watch/watchSocket.ts";
import { ListCache } from "./listCache.ts";
import { ListWatch } from "./listWatch.ts";
import { type ListPart, partSinks, ROW_ITEMS } from "./partSinks.ts";
import { type RowSnapshot, RowStore } from "./rowStore.ts";

/** A cluster that a list is read from. */
export interface ListCluster extends RowCluster {
  readonly vocabulary: Vocabulary;
}

interface ResourceListQuery {
  cluster: string;
  vocabulary: Vocabulary;
  /** The clusters of a combined list; `cluster` is the first of them. Each row includes its cluster. */
  clusters?: readonly ListCluster[] | undefined;
  /** Without verbs, the resource is assumed to support watches. */
  type: Pick<ResourceType, "group" | "version" | "resource"> & Partial<Pick<ResourceType, "verbs">>;
  /** Empty for all namespaces and for cluster-scoped resources; several are separated by commas. */
  namespace: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** Columns in addition to the server's. */
  own?: readonly OwnColumn[];
}

/** One of the lists that are combined. */
interface Part extends ListPart {
  readonly read: ListCluster;
}

function tableSource(
  { type, labelSelector, fieldSelector, own = [] }: ResourceListQuery,
  { read, namespace, cluster }: Part,
  place: PlaceCells,
): ListWatchSource<ResourceRow> {
  const path = resourcePath({ ...type, namespace });
  const accept = tableMediaType(read.vocabulary.metaGroup);
  const selectors = { labelSelector, fieldSelector };
  const includeObject = needObjects(own) ? "Object" : "Metadata";
  const ownCells: OwnCells | undefined =
    own.length === 0 ? undefined : { columns: own, find: cellsFinder(own, type.resource) };
  const decode = (value: unknown): ReturnType<typeof decodeTable> => {
    const decoded = decodeTable(value, ownCells);
    const items = place(decoded);
    return { ...decoded, items: cluster === undefined ? items : items.map((row) => inCluster(row, cluster)) };
  };
  return {
    list: async (paging, signal) => {
      const { body } = await request<Table>(read.id, {
        path: withQuery(path, { includeObject, ...selectors, ...paging, limit: settings.get("pageSize") }),
        accept: `${accept},application/json`,
        signal,
      });
      return decode(body);
    },
    watch: (resourceVersion, handlers) => {
      const url = watchUrl(location.origin, read.id, withQuery(path, selectors), {
        resourceVersion,
        includeObject,
        accept,
      });
      return attachSocket(openSocket(url), decode, handlers);
    },
    unwatchable: unwatchable(type.verbs),
    watchRefusal: (resourceVersion, signal) => watchRefusal(read.id, path, { ...selectors, resourceVersion }, signal),
  };
}

/** Every combination of cluster and namespace. */
function partsOf({ cluster, vocabulary, clusters = [], namespace }: ResourceListQuery): Part[] {
  const isOne = clusters.length < 2;
  return (isOne ? [{ id: cluster, name: "", colour: "", vocabulary }] : clusters).flatMap((read) => {
    const { id, name, colour } = read;
    const named = isOne ? undefined : { id, name, colour };
    return namespace.split(",").map((each) => ({ read, namespace: each, cluster: named }));
  });
}

export interface ResourceList extends RowSnapshot {
  /** Reads the list again. */
  retry(): void;
  /** Cancels reading the list. */
  cancel(): void;
}

const listCache = new ListCache();

/**
 * Lists and watches while mounted. When the query changes, starts with no rows, or with the rows that the list had when
 * the user left it.
 */
export function useResourceList(query: ResourceListQuery): ResourceList {
  const { cluster, vocabulary, clusters, type, namespace, labelSelector, fieldSelector, own } = query;
  const viewAs = useViewAsText(cluster);
  const asked = JSON.stringify([
    [cluster, viewAs, vocabulary.metaGroup],
    clusters?.map(({ id, name, colour, vocabulary }) => [id, name, colour, vocabulary.metaGroup, viewAsText(id)]),
    [type.group, type.version, type.resource],
    namespace,
    labelSelector,
    fieldSelector,
    own,
  ]);
  const latest = useRef(query);
  latest.current = query;
  const live = useMemo(() => {
    const store = listCache.get(asked) ?? new RowStore(nextFrame, Date.now());
    store.reopen();
    const { columns, state } = store.getSnapshot();
    const parts = partsOf(latest.current);
    const sinks = parts.length === 1 ? [store] : partSinks(store, parts, ROW_ITEMS);
    const shared = sharedColumns(columns, (all) => store.columns(all));
    const asTheyCome: PlaceCells = (decoded) => {
      store.columns(decoded.columns);
      return decoded.items;
    };
    const watches = parts.flatMap((part, i) => {
      const sink = sinks[i];
      if (sink === undefined) return [];
      const source = tableSource(latest.current, part, part.cluster === undefined ? asTheyCome : shared());
      return [{ cluster: part.read.id, watch: new ListWatch(source, sink, realClock, state.lastContact) }];
    });
    return { key: asked, store, watches };
  }, [asked]);

  useEffect(() => {
    listCache.release(live.key);
    for (const { watch } of live.watches) watch.start();
    const ends = live.watches.map(({ cluster, watch }) => onAwake(cluster, () => watch.wake()));
    return () => {
      for (const { watch } of live.watches) watch.stop();
      for (const end of ends) end();
      listCache.keep(live.key, live.store);
    };
  }, [live]);

  const snapshot = useSyncExternalStore(live.store.subscribe, live.store.getSnapshot);
  const retry = useCallback(() => {
    for (const { watch } of live.watches) watch.retry(true);
  }, [live]);
  const cancel = useCallback(() => {
    for (const { watch } of live.watches) watch.cancel();
  }, [live]);
  return { ...snapshot, retry, cancel };
}
