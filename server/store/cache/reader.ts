import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";

/** A change of one object, as followers of a resource see it. Objects are frozen views: never change them. */
export interface ObjectChange {
  readonly type: "added" | "modified" | "deleted";
  readonly object: ApiObject;
  readonly previous?: ApiObject;
}

/**
 * The current objects of every resource at their storage version, straight from memory. For authorizers, admission and
 * strategies; controllers and users go through the API.
 */
export interface ObjectReader {
  /** `namespace` is empty for cluster scope. */
  get(resource: GroupResource, namespace: string, name: string): ApiObject | undefined;
  /** Like `get`, but yields to the event loop while a large object is parsed. A `get` directly afterwards is fast. */
  getInSteps(resource: GroupResource, namespace: string, name: string): Steps<ApiObject | undefined>;
  /**
   * Waits until memory is no older than this call; undefined when no wait is needed. Call it before a missing or
   * unexpectedly old object decides what a client is told.
   */
  fresh(): Promise<void> | undefined;
  /** Whether a namespace has any object of a resource, readable or not. Parses nothing. */
  hasAny(resource: GroupResource, namespace: string): boolean;
  /** All objects of a resource, or of one namespace, in key order. */
  list(resource: GroupResource, namespace?: string): Iterable<ApiObject>;
  /**
   * Calls `take` for the same objects one by one, and yields while long ones are parsed; none of them is kept in
   * memory. For work on requests, because users decide how many objects there are and how large they are.
   */
  eachInSteps(resource: GroupResource, namespace: string | undefined, take: (object: ApiObject) => void): Steps<void>;
  /**
   * Calls `onChange` for every later change, in order; returns a function that ends the subscription. Use `list` for
   * the initial state. An object that could not be read is reported as added once it can be read, and as deleted if it
   * is removed after it was known.
   * @param restart called when `onChange` has thrown: rebuild from `list` everything that was derived from the
   *   changes. If it throws as well, it is called again later. Without it, a change that `onChange` could not handle is
   *   skipped.
   */
  follow(resource: GroupResource, onChange: (change: ObjectChange) => void, restart?: () => void): () => void;
}
