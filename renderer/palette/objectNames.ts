import type { ApiObject } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";
import { type ListedPage, readListing } from "../api/lists/listing.ts";
import { request } from "../api/requests/request.ts";
import type { ResourceType } from "../api/resourceType.ts";

/** The name of an object; the namespace is empty for cluster-scoped objects. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** The names of one kind's objects that the palette has read. */
export interface KindNames {
  readonly names: readonly ObjectName[];
  /** Whether the names of some objects are missing. */
  readonly partial: boolean;
}

/** Requests only metadata, because the palette does not need the content of objects. */
const METADATA = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
/**
 * Maximum number of objects per kind that can be found by a part of their name; others can only be found by their exact
 * name.
 */
export const MAX_NAMES = 1_000;

const nameOf = ({ metadata }: ApiObject): ObjectName => ({
  namespace: metadata.namespace ?? "",
  name: metadata.name ?? "",
});

/**
 * Reads the names of a kind's objects: in the whole cluster, or if that is refused, in the namespaces that the user may
 * read. A refusal is not an error, because the palette only searches readable objects.
 *
 * @param fieldSelector limits the objects to read
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
      most: MAX_NAMES,
      fieldSelector: options.fieldSelector,
    });
    return { names: items, partial: gap !== undefined && gap.refusal === undefined };
  } catch (error) {
    if (isApiError(error) && (error.code === 404 || error.code === 405)) return { names: [], partial: false };
    throw error;
  }
}
