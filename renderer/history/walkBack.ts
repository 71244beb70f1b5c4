/** The past states of an object that the server still retains. */
import type { ApiObject } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";

/** Why there are no older states. */
type PastEnd = "created" | "expired" | "refused" | "limit";

export interface Past {
  /** Newest first. */
  states: ApiObject[];
  end: PastEnd;
  error?: Error | undefined;
}

/** The state of an object at a revision; undefined if it did not exist then. */
type ReadAt = (revision: number) => Promise<ApiObject | undefined>;

const before = (resourceVersion: string): number | undefined => {
  const revision = Number(resourceVersion);
  return Number.isSafeInteger(revision) && revision > 1 ? revision - 1 : undefined;
};

/**
 * Walks back state by state: a list at the revision just before a state's own revision returns the previous state. So
 * each request finds one state, regardless of the number of other writes in between.
 *
 * @param from the revision of the oldest known state; the result begins with the previous one
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
