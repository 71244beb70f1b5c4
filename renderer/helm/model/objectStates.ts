/** The state of a release's objects: compares each object of its manifest with the cluster. */
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { type Author, authorsOf } from "./author.ts";
import { type Difference, differencesOf } from "./differences.ts";
import type { ManifestPart } from "./manifestParts.ts";

/** The possible states of an object; those that need attention come first. */
export const OBJECT_STATES = [
  "missing",
  "changed",
  "leaving",
  "broken",
  "unserved",
  "hidden",
  "unread",
  "there",
] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

export interface ComparedPart extends Omit<ManifestPart, "object"> {
  readonly state: ObjectState;
  readonly differences: readonly (Difference & { readonly by?: Author | undefined })[];
  /** Why the object could not be read. */
  readonly error?: Error;
}

/** Reads an object of the cluster. @throws ApiError */
export type ReadObject = (locator: ResourceLocator) => Promise<ApiObject>;

/** Compares one object with the cluster. @throws DOMException when the read is aborted */
export async function comparePart({ object, ...part }: ManifestPart, read: ReadObject): Promise<ComparedPart> {
  if (object === undefined) return { ...part, state: "broken", differences: [] };
  if (part.locator === undefined) return { ...part, state: "unserved", differences: [] };
  let found: ApiObject;
  try {
    found = await read(part.locator);
  } catch (error) {
    if (!isApiError(error)) throw error;
    const state = error.code === 404 ? "missing" : error.code === 403 ? "hidden" : "unread";
    return { ...part, state, differences: [], ...(state === "missing" ? {} : { error }) };
  }
  const authorOf = authorsOf(found);
  const differences = differencesOf(object, found).map((each) => ({ ...each, by: authorOf(each.path) }));
  const isLeaving = found.metadata.deletionTimestamp !== undefined;
  const state = isLeaving ? "leaving" : differences.length > 0 ? "changed" : "there";
  return { ...part, state, differences };
}

/** The number of objects per state, those that need attention first; omits empty states. */
export function tallyOf(parts: readonly ComparedPart[]): readonly (readonly [ObjectState, number])[] {
  const counts = new Map<ObjectState, number>();
  for (const { state } of parts) counts.set(state, (counts.get(state) ?? 0) + 1);
  return OBJECT_STATES.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [[state, count] as const];
  });
}

/** Sorts objects that need attention first, otherwise in the manifest's order. */
export const byAttention = (parts: readonly ComparedPart[]): ComparedPart[] =>
  parts.toSorted((a, b) => OBJECT_STATES.indexOf(a.state) - OBJECT_STATES.indexOf(b.state) || a.number - b.number);
