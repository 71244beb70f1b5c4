/** The longer memory of a sandbox: what happened before the server's own history, as the server tells it below `/journal`. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { request } from "../api/requests/request.ts";

/** What the paths of the longer memory begin with; the path of a resource follows. */
export const JOURNAL = "/journal";

/** Changes that are read at once. */
const PAGE = 500;

/** A time that the memory covers, or does not. Revisions and ISO times. */
interface Part {
  readonly since: string;
  readonly until: string;
}

export interface JournalChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** ISO time by the sandbox's clock. */
  readonly time: string;
  /** Of a deletion: the last state. */
  readonly object: ApiObject;
}

export interface JournalPage {
  /** In order. */
  readonly items: readonly JournalChange[];
  /** Earlier changes are before this revision; undefined where there are none. */
  readonly next?: number;
  readonly stretches: readonly (Part & { readonly from: number; readonly to: number })[];
  readonly gaps: readonly (Part & { readonly after: number; readonly before: number; readonly changes: number })[];
}

/**
 * Changes before a revision, the latest page of them; undefined where the server keeps no longer memory.
 *
 * @param list with a name: of that object only
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
