import type { ApiObject } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";
import { type ListedPage, readListing } from "../api/listing.ts";
import { request } from "../api/request.ts";
import type { ResourceType } from "../api/resourceType.ts";

/** Where an object stands; the namespace is empty for objects of the cluster. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** What the palette knows of one kind. */
export interface KindNames {
  readonly names: readonly ObjectName[];
  /** Whether there are objects of which it does not know the name. */
  readonly partial: boolean;
}

/** Names alone: an object's contents would be read, parsed and kept for nothing. */
const METADATA = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
/** So many objects of a kind are found by a part of their name; beyond them, those that are called just so. */
export const MOST_NAMES = 1_000;

const nameOf = ({ metadata }: ApiObject): ObjectName => ({
  namespace: metadata.namespace ?? "",
  name: metadata.name ?? "",
});

/**
 * Reads the names of a kind's objects: of the whole cluster, or, where that is refused, of the namespaces that allow it. What
 * the user may not see is no error here, for the palette searches what can be seen.
 *
 * @param fieldSelector limits what is read
 * @throws ApiError for anything but a refusal, or a kind that the server no longer serves
 */
export async function readNames(
  cluster: string,
  type: ResourceType,
  namespaces: readonly string[],
  options: { signal: AbortSignal; fieldSelector?: string },
): Promise<KindNames> {
  const read = async (path: string) =>
    (await request<ListedPage>(cluster, { path, accept: METADATA, signal: options.signal })).body;
  try {
    const { items, gap } = await readListing(read, type, namespaces, nameOf, {
      most: MOST_NAMES,
      fieldSelector: options.fieldSelector,
    });
    return { names: items, partial: gap !== undefined && gap.refusal === undefined };
  } catch (error) {
    if (isApiError(error) && (error.code === 404 || error.code === 405)) return { names: [], partial: false };
    throw error;
  }
}
