/** Reads past states: lists at an exact revision, which a server can return while it retains that revision. */
import { type ApiObject, apiVersionOf } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { type Table, tableMediaType } from "../../shared/table.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { request } from "../api/requests/request.ts";
import { type DecodedTable, decodeTable } from "../api/tables/tableRow.ts";
import { JOURNAL } from "./journal.ts";

/** Maximum number of objects in a list of a past moment. */
export const LIST_LIMIT = 500;

/** Result for a revision that the server no longer retains. */
export const FORGOTTEN = "forgotten";

const exact = (revision: number) => ({ resourceVersion: revision, resourceVersionMatch: "Exact" });

/** @param code status code that means a forgotten revision */
async function orForgotten<T>(read: Promise<T>, code = 410): Promise<T | typeof FORGOTTEN> {
  try {
    return await read;
  } catch (error) {
    if (isApiError(error) && error.code === code) return FORGOTTEN;
    throw error;
  }
}

interface ListBody {
  metadata?: { resourceVersion?: string };
  items?: ApiObject[] | null;
}

/** The current revision of a list; NaN if the server's revisions are not numbers. */
export async function currentRevision(cluster: string, list: ResourceLocator, signal?: AbortSignal): Promise<number> {
  const path = withQuery(resourcePath(list), { limit: 1 });
  const { body } = await request<ListBody>(cluster, { path, signal });
  return Number(body.metadata?.resourceVersion ?? Number.NaN);
}

/** Whether a list can still be read at a revision. */
export async function isListable(
  cluster: string,
  list: ResourceLocator,
  revision: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const path = withQuery(resourcePath(list), { ...exact(revision), limit: 1 });
  return (await orForgotten(request<ListBody>(cluster, { path, signal }))) !== FORGOTTEN;
}

/**
 * A list at a past revision, as a server-side Table.
 *
 * @param revision undefined for the present
 * @param remembers whether the cluster may have a journal, to be read if the server no longer retains the revision
 * @throws ApiError
 */
export async function listAt(
  cluster: string,
  vocabulary: Vocabulary,
  list: ResourceLocator,
  revision: number | undefined,
  signal?: AbortSignal,
  remembers = false,
): Promise<DecodedTable | typeof FORGOTTEN> {
  const query = {
    ...(revision === undefined ? {} : exact(revision)),
    limit: LIST_LIMIT,
    includeObject: "Metadata",
  };
  const accept = `${tableMediaType(vocabulary.metaGroup)},application/json`;
  const read = (path: string) => orForgotten(request<Table>(cluster, { path: withQuery(path, query), accept, signal }));
  let answer = await read(resourcePath(list));
  if (answer === FORGOTTEN && remembers) answer = await orForgotten(read(`${JOURNAL}${resourcePath(list)}`), 404);
  return answer === FORGOTTEN ? FORGOTTEN : decodeTable(answer.body);
}

/**
 * One object at a past revision. A GET cannot request an exact revision, so this lists one object. List items omit the
 * kind, so it is added.
 *
 * @param remembers as in {@link listAt}
 * @returns undefined if the object did not exist at the revision
 * @throws ApiError 410 if the server no longer retains the revision
 */
export async function objectAt(
  cluster: string,
  { name, ...list }: ResourceLocator & { name: string },
  kind: string,
  revision: number,
  signal?: AbortSignal,
  remembers = false,
): Promise<ApiObject | undefined> {
  const path = withQuery(resourcePath(list), { ...exact(revision), fieldSelector: `metadata.name=${name}` });
  const { body } = await request<ListBody>(cluster, { path, signal }).catch((error: unknown) => {
    if (!remembers || !isApiError(error) || error.code !== 410) throw error;
    return request<ListBody>(cluster, { path: `${JOURNAL}${path}`, signal }).catch((refusal: unknown) => {
      // If there is no journal, report the server's original error.
      throw isApiError(refusal) && refusal.code === 404 ? error : refusal;
    });
  });
  const state = body.items?.[0];
  return state === undefined ? undefined : { apiVersion: apiVersionOf(list), kind, ...state };
}
