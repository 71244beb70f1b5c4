import type { ApiObject, GroupVersionKind } from "../../../shared/object.ts";
import type { WriteContext } from "./strategy.ts";

/** What an action may use besides the body it was sent. */
export interface ActionContext extends WriteContext {
  /** Kind of the body, with a rendered group. */
  readonly kind: GroupVersionKind;
  /** Name in the path for sub-resources (`/pods/{name}/eviction`); empty for resources of their own (reviews). */
  readonly name: string;
  /** Empty for resources of their own. */
  readonly subresource: string;
  /** The object that a sub-resource belongs to, as stored; undefined for resources of their own, or when it does not exist. */
  readonly parent?: ApiObject;
}

/**
 * What a POST makes happen when it stores no object of its own: reviews, token requests, bindings, evictions.
 * Receives the decoded, defaulted body (a private copy) and returns the answer's body. Errors are `ApiError`s.
 */
export type Action = (context: ActionContext, object: ApiObject) => Promise<ApiObject> | ApiObject;
