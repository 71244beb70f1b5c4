import type { ApiObject, GroupVersionKind } from "../../../shared/object.ts";
import type { WriteContext } from "./strategy.ts";

/** What an action may use besides the request body. */
export interface ActionContext extends WriteContext {
  /** Kind of the body, with a rendered group. */
  readonly kind: GroupVersionKind;
  /** Name in the path for sub-resources (`/pods/{name}/eviction`); empty for stand-alone resources (reviews). */
  readonly name: string;
  /** Empty for stand-alone resources. */
  readonly subresource: string;
  /**
   * The stored object that a sub-resource belongs to. Undefined for stand-alone resources, and when it does not exist.
   */
  readonly parent?: ApiObject;
}

/**
 * Handles a POST that stores no object of its own: reviews, token requests, bindings, evictions. Receives the decoded,
 * defaulted body (a private copy) and returns the response body. Errors are `ApiError`s.
 */
export type Action = (context: ActionContext, object: ApiObject) => Promise<ApiObject> | ApiObject;
