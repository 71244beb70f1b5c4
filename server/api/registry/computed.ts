import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";

/** Objects of a resource that are computed on request and never stored. */
export interface ComputedObjects {
  /** Updates the data that takes time to compute; called before a read. */
  refresh?(): Promise<void>;
  /** `namespace` is empty for cluster scope. @throws ApiError 404 */
  get(namespace: string, name: string): ApiObject;
  /**
   * The objects of one namespace (of all namespaces when it is empty), in key order.
   * @param selects returns false for an identity whose object is not wanted, so that it need not be computed
   */
  list(namespace: string, selects: (identity: Pick<ApiObject, "metadata">) => boolean): Steps<ApiObject[]>;
}

/** Sources by the keys that resource definitions refer to. */
export type ComputedSources = ReadonlyMap<string, ComputedObjects>;
