import { append } from "../../../shared/append.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../../shared/status.ts";

/** What could be read of one kind. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** Where a watch of the whole cluster may begin; empty when only namespaces could be read, or not everything. */
  readonly resourceVersion: string;
  readonly gap?: Gap | undefined;
}

/** Why a listing is incomplete. */
export interface Gap {
  readonly resource: string;
  /** The server's words; empty when the console itself stopped reading. */
  readonly message: string;
  /** Namespaces that could be read instead of the whole cluster. */
  readonly namespaces: readonly string[];
  readonly refusal?: ApiError;
}

/** What is listed: a resource of a group version, in the whole cluster. */
export interface Listed {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/** One request of a list. @throws ApiError */
export type ReadPage = (path: string) => Promise<{
  metadata?: { resourceVersion?: string; continue?: string };
  items?: ApiObject[] | null;
}>;

const PAGE = 500;
/** More roles or bindings than this are not read; the views say so. */
export const MOST_OBJECTS = 20_000;

async function readAll<T>(read: ReadPage, path: string, decode: (object: ApiObject) => T): Promise<Listing<T>> {
  const items: T[] = [];
  let token: string | undefined;
  let resourceVersion = "";
  do {
    const body = await read(withQuery(path, { limit: PAGE, continue: token }));
    for (const item of body.items ?? []) items.push(decode(item));
    resourceVersion = body.metadata?.resourceVersion ?? "";
    token = body.metadata?.continue || undefined;
  } while (token !== undefined && items.length < MOST_OBJECTS);
  return { items, resourceVersion: token === undefined ? resourceVersion : "" };
}

/**
 * Reads all objects of a kind: in the whole cluster, or, where that is refused and there are namespaces, in each of those
 * that allow it.
 *
 * @throws ApiError for anything but a refusal
 */
export async function readListing<T>(
  read: ReadPage,
  listed: Listed,
  namespaces: readonly string[],
  decode: (object: ApiObject) => T,
): Promise<Listing<T>> {
  try {
    const whole = await readAll(read, resourcePath(listed), decode);
    if (whole.resourceVersion !== "") return whole;
    return { ...whole, gap: { resource: listed.resource, message: "", namespaces: [] } };
  } catch (error) {
    if (!isApiError(error) || error.code !== 403) throw error;
    const readable: string[] = [];
    const items: T[] = [];
    for (const namespace of listed.namespaced ? namespaces : []) {
      try {
        append(items, (await readAll(read, resourcePath({ ...listed, namespace }), decode)).items);
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

/** A listing after one event of its watch. Items are known by namespace and name. */
export function afterEvent<T extends { readonly name: string; readonly namespace: string }>(
  listing: Listing<T>,
  type: "ADDED" | "MODIFIED" | "DELETED",
  item: T,
): Listing<T> {
  const rest = listing.items.filter((other) => other.name !== item.name || other.namespace !== item.namespace);
  return { ...listing, items: type === "DELETED" ? rest : [...rest, item] };
}
