/** Reads of the past: exact lists at a revision, which a server answers while it still retains that revision. */
import { type ApiObject, apiVersionOf } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { type Table, tableMediaType } from "../../shared/table.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { request } from "../api/request.ts";
import { type DecodedTable, decodeTable } from "../api/tableRow.ts";

/** Objects read of one moment; more are cut off. */
export const LIST_LIMIT = 500;

/** What stands for a moment that the server has forgotten. */
export const FORGOTTEN = "forgotten";

const exact = (revision: number) => ({ resourceVersion: revision, resourceVersionMatch: "Exact" });

async function orForgotten<T>(read: Promise<T>): Promise<T | typeof FORGOTTEN> {
  try {
    return await read;
  } catch (error) {
    if (isApiError(error) && error.code === 410) return FORGOTTEN;
    throw error;
  }
}

interface ListBody {
  metadata?: { resourceVersion?: string };
  items?: ApiObject[] | null;
}

/** The revision that a list stands at now; NaN when the server's revisions are no numbers. */
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
 * A list as it was, as the server's own table.
 *
 * @param revision undefined for the present
 * @throws ApiError
 */
export async function listAt(
  cluster: string,
  vocabulary: Vocabulary,
  list: ResourceLocator,
  revision: number | undefined,
  signal?: AbortSignal,
): Promise<DecodedTable | typeof FORGOTTEN> {
  const path = withQuery(resourcePath(list), {
    ...(revision === undefined ? {} : exact(revision)),
    limit: LIST_LIMIT,
    includeObject: "Metadata",
  });
  const accept = `${tableMediaType(vocabulary.metaGroup)},application/json`;
  const answer = await orForgotten(request<Table>(cluster, { path, accept, signal }));
  return answer === FORGOTTEN ? FORGOTTEN : decodeTable(answer.body);
}

/**
 * One object as it was. A GET cannot ask for an exact revision, so this is a list of one, whose items leave out the kind.
 *
 * @returns undefined when it did not exist then. @throws ApiError 410 when the server has forgotten
 */
export async function objectAt(
  cluster: string,
  { name, ...list }: ResourceLocator & { name: string },
  kind: string,
  revision: number,
  signal?: AbortSignal,
): Promise<ApiObject | undefined> {
  const path = withQuery(resourcePath(list), { ...exact(revision), fieldSelector: `metadata.name=${name}` });
  const { body } = await request<ListBody>(cluster, { path, signal });
  const state = body.items?.[0];
  return state === undefined ? undefined : { apiVersion: apiVersionOf(list), kind, ...state };
}
