/** The journal of a sandbox: changes from before the server's watch history, served below `/journal`. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { request } from "../api/requests/request.ts";

/** Path prefix of the journal; the path of a resource follows. */
export const JOURNAL = "/journal";

/** Number of changes per request. */
const PAGE = 500;

/** A period that the journal covers or lacks: from one time to another. */
interface Part {
  readonly since: string;
  readonly until: string;
}

export interface JournalChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** ISO time by the sandbox's clock. */
  readonly time: string;
  /** For a deletion, the last state. */
  readonly object: ApiObject;
}

export interface JournalPage {
  /** Oldest first. */
  readonly items: readonly JournalChange[];
  /** Revision before which there are earlier changes; undefined if there are none. */
  readonly next?: number;
  readonly stretches: readonly (Part & { readonly from: number; readonly to: number })[];
  readonly gaps: readonly (Part & { readonly after: number; readonly before: number; readonly changes: number })[];
}

/**
 * The last page of changes before a revision; undefined if the server keeps no journal.
 *
 * @param list with a name, only changes of that object
 * @throws ApiError 403 and others
 */
export async function changesBefore(
  cluster: string,
  list: ResourceLocator,
  before: number,
  signal?: AbortSignal,
): Promise<JournalPage | undefined> {
  const path = withQuery(`${JOURNAL}${resourcePath(list)}`, { changes: "true", before, limit: PAGE });
  try {
    return (await request<JournalPage>(cluster, { path, signal })).body;
  } catch (error) {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  }
}
