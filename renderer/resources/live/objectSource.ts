/** Whole objects of one kind, listed and watched: for views that need more than a table shows. */
import { type ApiObject, apiVersionOf } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { ListWatchSource } from "../../api/listSource.ts";
import { request } from "../../api/request.ts";
import { attachSocket, type SocketLike, watchUrl } from "../../api/watchSocket.ts";
import { whyUnwatched } from "../../api/whyUnwatched.ts";

export interface ObjectsQuery {
  cluster: string;
  /** The collection; its name is left out. */
  collection: Omit<ResourceLocator, "name">;
  kind: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
}

interface ListBody {
  metadata?: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  items?: ApiObject[] | null;
}

/** Lists and watches. The objects of a list leave out what kind they are; it is filled in. */
export function objectSource(query: ObjectsQuery): ListWatchSource<ApiObject> {
  const { cluster, collection, kind } = query;
  const selectors = { labelSelector: query.labelSelector, fieldSelector: query.fieldSelector };
  const path = withQuery(resourcePath(collection), selectors);
  const join = (more: Record<string, string | number | undefined>): string => {
    const extra = withQuery("", more).slice(1);
    return `${path}${path.includes("?") ? "&" : "?"}${extra}`;
  };
  return {
    list: async (paging, signal) => {
      const { body } = await request<ListBody>(cluster, { path: join(paging), signal });
      return {
        items: (body.items ?? []).map((item) => ({ apiVersion: apiVersionOf(collection), kind, ...item })),
        resourceVersion: body.metadata?.resourceVersion ?? "",
        continue: body.metadata?.continue || undefined,
        remaining: body.metadata?.remainingItemCount,
      };
    },
    watch: (resourceVersion, handlers) => {
      const url = watchUrl(location.origin, cluster, path, { resourceVersion });
      const decode = (value: unknown) => {
        const object = value as ApiObject;
        return { items: [object], resourceVersion: object.metadata.resourceVersion ?? "" };
      };
      return attachSocket(new WebSocket(url) as unknown as SocketLike, decode, handlers);
    },
    whyUnwatched: (resourceVersion, signal) =>
      whyUnwatched(cluster, resourcePath(collection), { ...selectors, resourceVersion }, signal),
  };
}
