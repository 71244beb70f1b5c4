/** The past states of an object, from what the server still retains. */
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type ApiObject, apiVersionOf } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { request } from "../../api/request.ts";

/** Why nothing older is shown. */
export type PastEnd = "created" | "expired" | "refused" | "limit";

export interface Past {
  /** Newest first. */
  states: ApiObject[];
  end: PastEnd;
  error?: Error | undefined;
}

/** The state of an object at a revision; undefined when it did not exist then. */
export type ReadAt = (resourceVersion: string) => Promise<ApiObject | undefined>;

const before = (resourceVersion: string): string | undefined => {
  if (!/^\d+$/.test(resourceVersion)) return undefined;
  const number = BigInt(resourceVersion);
  return number > 1n ? String(number - 1n) : undefined;
};

/**
 * Goes back state by state: the state at the revision just before a state's own is the one before it, so that one request
 * finds one state, however much else was written in between.
 *
 * @param from the revision of the oldest state known; the result begins with the one before
 */
export async function walkBack(readAt: ReadAt, from: string, limit: number): Promise<Past> {
  const states: ApiObject[] = [];
  let revision = before(from);
  while (revision !== undefined) {
    if (states.length >= limit) return { states, end: "limit" };
    let state: ApiObject | undefined;
    try {
      state = await readAt(revision);
    } catch (error) {
      if (!isApiError(error)) throw error;
      return { states, end: error.code === 410 ? "expired" : "refused", error };
    }
    if (state === undefined) return { states, end: "created" };
    states.push(state);
    revision = before(state.metadata.resourceVersion ?? "");
  }
  return { states, end: "expired" };
}

/** Reads by exact lists: the only way in which the API gives out states of the past. They leave out the kind. */
export function readerOf(
  cluster: string,
  locator: ResourceLocator & { name: string },
  kind: string,
  signal?: AbortSignal,
): ReadAt {
  const { name, ...collection } = locator;
  return async (resourceVersion) => {
    const path = withQuery(resourcePath(collection), {
      fieldSelector: `metadata.name=${name}`,
      resourceVersion,
      resourceVersionMatch: "Exact",
    });
    const { body } = await request<{ items?: ApiObject[] | null }>(cluster, { path, signal });
    const state = body.items?.[0];
    return state === undefined ? undefined : { apiVersion: apiVersionOf(locator), kind, ...state };
  };
}

/**
 * Who made this state: the manager whose entry is new or other than in the state before, else the one with the newest
 * time, which is whole seconds only.
 */
export function lastManager(object: ApiObject, before?: ApiObject): string {
  const entries = object.metadata.managedFields ?? [];
  const known = before?.metadata.managedFields ?? [];
  const changed = entries.filter((entry) => !known.some((other) => deepEqual(other, entry)));
  const candidates = before === undefined || changed.length === 0 ? entries : changed;
  const times = candidates.map((entry) => (entry.time === undefined ? 0 : Date.parse(entry.time)));
  const newest = candidates[times.indexOf(Math.max(...times))];
  if (newest === undefined) return "";
  return newest.subresource ? `${newest.manager ?? ""}/${newest.subresource}` : (newest.manager ?? "");
}

/** When the state was made, in milliseconds, as far as the object tells; 0 when it does not. */
export function stateTime(object: ApiObject): number {
  const entries = object.metadata.managedFields ?? [];
  const times = [object.metadata.creationTimestamp, ...entries.map((entry) => entry.time)];
  return Math.max(0, ...times.map((time) => (time ? Date.parse(time) : 0)));
}
