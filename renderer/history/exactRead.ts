/** Reads of the past: exact lists at a revision, which a server answers while it still retains that revision. */
import { type ApiObject, apiVersionOf } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { type Table, tableMediaType } from "../../shared/table.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { request } from "../api/requests/request.ts";
import { type DecodedTable, decodeTable } from "../api/tables/tableRow.ts";
import { JOURNAL } from "./journal.ts";

/** Limit of objects of one moment. */
export const LIST_LIMIT = 500;

/** The value for a revision that the server no longer retains. */
export const FORGOTTEN = "forgotten";

const exact = (revision: number) => ({ resourceVersion: revision, resourceVersionMatch: "Exact" });

/** @param code of the refusal that means it */
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

/** The current revision of a list; NaN when the server's revisions are not numbers. */
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
 * A list at a past revision, as the server's own Table.
 *
 * @param revision undefined for the present
 * @param remembers whether the cluster may have a longer memory, which is asked for what the server has forgotten
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
 * One object at a past revision. A GET cannot ask for an exact revision, so this reads a list of one, whose items omit
 * the kind.
 *
 * @param remembers as of {@link listAt}
 * @returns undefined when it did not exist then.
 * @throws ApiError 410 when the server no longer retains it
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
      // Where there is no longer memory, the server's own refusal counts.
      throw isApiError(refusal) && refusal.code === 404 ? error : refusal;
    });
  });
  const state = body.items?.[0];
  return state === undefined ? undefined : { apiVersion: apiVersionOf(list), kind, ...state };
}
