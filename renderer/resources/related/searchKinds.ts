/** Searches objects of several kinds, within limits, for questions that the API has no query for. */
import { append } from "../../../shared/collections/append.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { request } from "../../api/requests/request.ts";
import type { ResourceType } from "../../api/resourceType.ts";

/** One list to search. */
export interface SearchedList {
  readonly type: ResourceType;
  /** Empty for all namespaces. */
  readonly namespace: string;
  /** API group of the media type that requests only metadata; without it, whole objects are read. */
  readonly metadataGroup?: string | undefined;
}

export interface SearchResult<T> {
  readonly found: T[];
  /** Kinds that could not be searched: refused, failed, or too many objects. */
  readonly unseen: string[];
}

const PAGE = 500;
/** Maximum number of objects to search per list. */
const SEARCH_LIMIT = 2_000;
const WIDTH = 6;

interface ListBody {
  metadata?: { continue?: string };
  items?: ApiObject[] | null;
}

/**
 * Reads the lists, several concurrently.
 *
 * @param pick returns the search results in one object
 * @throws errors other than those of the API
 */
export async function searchKinds<T>(
  cluster: string,
  lists: readonly SearchedList[],
  pick: (object: ApiObject, list: SearchedList) => readonly T[],
  signal?: AbortSignal,
): Promise<SearchResult<T>> {
  const left = [...lists];
  const found: T[] = [];
  const unseen = new Set<string>();
  const worker = async (): Promise<void> => {
    for (let list = left.pop(); list !== undefined; list = left.pop()) {
      try {
        if (!(await search(cluster, list, pick, found, signal))) unseen.add(list.type.resource);
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.code !== 404 && error.code !== 405) unseen.add(list.type.resource);
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return { found, unseen: [...unseen].sort() };
}

/** Reads one list, page by page. @returns whether it was read to its end */
async function search<T>(
  cluster: string,
  list: SearchedList,
  pick: (object: ApiObject, list: SearchedList) => readonly T[],
  found: T[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { type, namespace, metadataGroup } = list;
  const accept =
    metadataGroup === undefined
      ? undefined
      : `application/json;as=PartialObjectMetadataList;v=v1;g=${metadataGroup},application/json`;
  let token: string | undefined;
  for (let read = 0; read < SEARCH_LIMIT; read += PAGE) {
    const path = withQuery(resourcePath({ ...type, name: "", namespace }), { limit: PAGE, continue: token });
    const { body } = await request<ListBody>(cluster, { path, accept, signal });
    for (const object of body.items ?? []) append(found, pick(object, list));
    token = body.metadata?.continue || undefined;
    if (token === undefined) return true;
  }
  return false;
}
