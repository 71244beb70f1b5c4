/** The state of a release's objects: compares each object of its manifest with the cluster. */
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { type Author, authorsOf } from "./author.ts";
import { type Difference, differencesOf } from "./differences.ts";
import type { ManifestPart } from "./manifestParts.ts";

/** The possible states of an object; those that need attention come first. */
export const STANDINGS = ["missing", "changed", "leaving", "broken", "unserved", "hidden", "unread", "there"] as const;
export type Standing = (typeof STANDINGS)[number];

export interface StandingPart extends Omit<ManifestPart, "object"> {
  readonly standing: Standing;
  readonly differences: readonly (Difference & { readonly by?: Author | undefined })[];
  /** Why the object could not be read. */
  readonly error?: Error;
}

/** Reads an object of the cluster. @throws ApiError */
export type ReadObject = (locator: ResourceLocator) => Promise<ApiObject>;

/** Compares one object with the cluster. @throws DOMException when the read is aborted */
export async function standingOf({ object, ...part }: ManifestPart, read: ReadObject): Promise<StandingPart> {
  if (object === undefined) return { ...part, standing: "broken", differences: [] };
  if (part.locator === undefined) return { ...part, standing: "unserved", differences: [] };
  let found: ApiObject;
  try {
    found = await read(part.locator);
  } catch (error) {
    if (!isApiError(error)) throw error;
    const standing = error.code === 404 ? "missing" : error.code === 403 ? "hidden" : "unread";
    return { ...part, standing, differences: [], ...(standing === "missing" ? {} : { error }) };
  }
  const authorOf = authorsOf(found);
  const differences = differencesOf(object, found).map((each) => ({ ...each, by: authorOf(each.path) }));
  const isLeaving = found.metadata.deletionTimestamp !== undefined;
  const standing = isLeaving ? "leaving" : differences.length > 0 ? "changed" : "there";
  return { ...part, standing, differences };
}

/** The number of objects per state, those that need attention first; omits empty states. */
export function tallyOf(parts: readonly StandingPart[]): readonly (readonly [Standing, number])[] {
  const counts = new Map<Standing, number>();
  for (const { standing } of parts) counts.set(standing, (counts.get(standing) ?? 0) + 1);
  return STANDINGS.flatMap((standing) => {
    const count = counts.get(standing);
    return count === undefined ? [] : [[standing, count] as const];
  });
}

/** Sorts objects that need attention first, otherwise in the manifest's order. */
export const byAttention = (parts: readonly StandingPart[]): StandingPart[] =>
  parts.toSorted((a, b) => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || a.number - b.number);
