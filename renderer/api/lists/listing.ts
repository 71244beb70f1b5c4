import { append } from "../../../shared/collections/append.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../../shared/status.ts";

/** The objects of one kind that were read. */
export interface Listing<T> {
  readonly items: readonly T[];
  /**
   * The version from which to watch the whole cluster; empty when only some namespaces or pages could be read, and for
   * kinds without versions, such as metrics.
   */
  readonly resourceVersion: string;
  readonly gap?: Gap | undefined;
}

/** Why a listing is incomplete. */
export interface Gap {
  readonly resource: string;
  /** The server's message; empty when the console itself stopped reading. */
  readonly message: string;
  /** Namespaces that were read instead of the whole cluster. */
  readonly namespaces: readonly string[];
  readonly refusal?: ApiError;
}

/** The resource to list, of a group version, in the whole cluster. */
export interface Listed {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/** A page of a list, as in the server's response. */
export interface ListedPage {
  metadata?: { resourceVersion?: string; continue?: string };
  items?: ApiObject[] | null;
}

/** Sends one list request. @throws ApiError */
export type ReadPage = (path: string) => Promise<ListedPage>;

const PAGE = 500;
/** Default maximum of objects per kind; views show when it is reached. */
export const MAX_OBJECTS = 20_000;

export interface ListingLimits {
  /** Reading ends after the page that reaches this number of objects. */
  readonly most?: number;
  /** A field selector as in the API. */
  readonly fieldSelector?: string | undefined;
}

async function readAll<T>(
  read: ReadPage,
  path: string,
  decode: (object: ApiObject) => T,
  { most = MAX_OBJECTS, fieldSelector }: ListingLimits,
): Promise<Listing<T> & { readonly isWhole: boolean }> {
  const items: T[] = [];
  let token: string | undefined;
  let resourceVersion = "";
  do {
    const body = await read(withQuery(path, { limit: PAGE, fieldSelector, continue: token }));
    for (const item of body.items ?? []) items.push(decode(item));
    resourceVersion = body.metadata?.resourceVersion ?? "";
    token = body.metadata?.continue || undefined;
  } while (token !== undefined && items.length < most);
  const isWhole = token === undefined;
  return { items, resourceVersion: isWhole ? resourceVersion : "", isWhole };
}

/**
 * Reads all objects of a kind: in the whole cluster, or if that is refused, in each of the given namespaces that the
 * user may read.
 *
 * @throws ApiError for anything but a refusal
 */
export async function readListing<T>(
  read: ReadPage,
  listed: Listed,
  namespaces: readonly string[],
  decode: (object: ApiObject) => T,
  limits: ListingLimits = {},
): Promise<Listing<T>> {
  try {
    const { isWhole, ...listing } = await readAll(read, resourcePath(listed), decode, limits);
    if (isWhole) return listing;
    return { ...listing, gap: { resource: listed.resource, message: "", namespaces: [] } };
  } catch (error) {
    if (!isApiError(error) || error.code !== 403) throw error;
    const readable: string[] = [];
    const items: T[] = [];
    for (const namespace of listed.namespaced ? namespaces : []) {
      try {
        append(items, (await readAll(read, resourcePath({ ...listed, namespace }), decode, limits)).items);
        readable.push(namespace);
      } catch (refusal) {
        if (!isApiError(refusal) || refusal.code !== 403) throw refusal;
      }
    }
    return {
      items,
      resourceVersion: "",
      gap: { resource: listed.resource, message: error.message, namespaces: readable, refusal: error },
    };
  }
}

/** The listing after a watch event. Items are identified by namespace and name. */
export function afterEvent<T extends { readonly name: string; readonly namespace: string }>(
  listing: Listing<T>,
  type: "ADDED" | "MODIFIED" | "DELETED",
  item: T,
): Listing<T> {
  const rest = listing.items.filter((other) => other.name !== item.name || other.namespace !== item.namespace);
  return { ...listing, items: type === "DELETED" ? rest : [...rest, item] };
}
