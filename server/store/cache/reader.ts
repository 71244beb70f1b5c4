import type { ApiObject, GroupResource } from "../../../shared/object.ts";

/** A change of one object, as followers of a resource see it. Objects are frozen views: never change them. */
export interface ObjectChange {
  readonly type: "added" | "modified" | "deleted";
  readonly object: ApiObject;
  readonly previous?: ApiObject;
}

/**
 * The current objects of every resource at their storage version, straight from memory.
 * For authorizers, admission and strategies; controllers and people use the API itself.
 */
export interface ObjectReader {
  /** `namespace` is empty for cluster scope. */
  get(resource: GroupResource, namespace: string, name: string): ApiObject | undefined;
  /**
   * Waits until what is in memory is not older than this call; undefined when it is not. To be asked where an object that is
   * missing, or older than expected, decides what a client is told.
   */
  fresh(): Promise<void> | undefined;
  /** All objects of a resource, or of one namespace, in key order. */
  list(resource: GroupResource, namespace?: string): Iterable<ApiObject>;
  /**
   * Calls `onChange` for every later change, in order; returns what ends the subscription. Use `list` for the start. An
   * object that could not be read appears as added once it can be, and as deleted if it goes after it was known.
   * @param startOver called when `onChange` has thrown: what was made of the changes so far is made anew from `list`. When it
   *   throws as well, it is called again later. Without it, a change that could not be taken is passed over.
   */
  follow(resource: GroupResource, onChange: (change: ObjectChange) => void, startOver?: () => void): () => void;
}
