import type { ApiObject } from "../../../shared/object.ts";

/** Objects of a resource that are computed on request and never stored. */
export interface ComputedObjects {
  /** Finds out what takes time to find out; called before a read. */
  refresh?(): Promise<void>;
  /** `namespace` is empty for cluster scope. @throws ApiError 404 */
  get(namespace: string, name: string): ApiObject;
  /**
   * Those of one namespace, or of all for the empty one, in the order of their keys. Computed one by one.
   * @param selects whether an object of this identity is wanted at all
   */
  list(namespace: string, selects: (identity: Pick<ApiObject, "metadata">) => boolean): Iterable<ApiObject>;
}

/** By the keys that definitions name. */
export type ComputedSources = ReadonlyMap<string, ComputedObjects>;
