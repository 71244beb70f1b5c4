/** Whole objects of one kind, listed and watched, for views that need more than the cells of a table. */
import { type ApiObject, apiVersionOf, type ObjectMeta } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { request } from "../../api/requests/request.ts";
import type { ListWatchSource } from "../../api/watch/listSource.ts";
import { watchRefusal } from "../../api/watch/watchRefusal.ts";
import { attachSocket, openSocket, watchUrl } from "../../api/watch/watchSocket.ts";

export interface ObjectsQuery {
  cluster: string;
  /** The collection, without an object's name. Views may read several namespaces, separated by commas. */
  collection: Omit<ResourceLocator, "name">;
  kind: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** API group of the media type that requests only metadata; without it, the source requests whole objects. */
  metadataGroup?: string | undefined;
}

interface ListBody {
  metadata?: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  items?: ApiObject[] | null;
}

/** Lists and watches. The objects of a list omit their kind, so it is added. */
export function objectSource(query: ObjectsQuery): ListWatchSource<ApiObject> {
  const { cluster, collection, kind, metadataGroup } = query;
  const selectors = { labelSelector: query.labelSelector, fieldSelector: query.fieldSelector };
  const path = withQuery(resourcePath(collection), selectors);
  const join = (more: Record<string, string | number | undefined>): string => {
    const extra = withQuery("", more).slice(1);
    return `${path}${path.includes("?") ? "&" : "?"}${extra}`;
  };
  const own = { apiVersion: apiVersionOf(collection), kind };
  // A server that does not know the media type sends whole objects, which are reduced here.
  const kept = (item: ApiObject): ApiObject =>
    metadataGroup === undefined ? { ...own, ...item } : { ...own, metadata: withoutCopies(item.metadata) };
  const partial = (of: string): string | undefined =>
    metadataGroup === undefined ? undefined : `application/json;as=${of};v=v1;g=${metadataGroup},application/json`;
  return {
    list: async (paging, signal) => {
      const { body } = await request<ListBody>(cluster, {
        path: join(paging),
        accept: partial("PartialObjectMetadataList"),
        signal,
      });
      return {
        items: (body.items ?? []).map(kept),
        resourceVersion: body.metadata?.resourceVersion ?? "",
        continue: body.metadata?.continue || undefined,
        remaining: body.metadata?.remainingItemCount,
      };
    },
    watch: (resourceVersion, handlers) => {
      const accept = partial("PartialObjectMetadata");
      const url = watchUrl(location.origin, cluster, path, { resourceVersion, ...(accept ? { accept } : {}) });
      const decode = (value: unknown) => {
        const object = metadataGroup === undefined ? (value as ApiObject) : kept(value as ApiObject);
        return { items: [object], resourceVersion: object.metadata.resourceVersion ?? "" };
      };
      return attachSocket(openSocket(url), decode, handlers);
    },
    watchRefusal: (resourceVersion, signal) =>
      watchRefusal(cluster, resourcePath(collection), { ...selectors, resourceVersion }, signal),
  };
}

/** Annotations may contain a copy of the whole object, so they are dropped. */
function withoutCopies({ annotations: _, managedFields: __, ...metadata }: ObjectMeta): ObjectMeta {
  return metadata;
}
