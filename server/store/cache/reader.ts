import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";

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
  /** The same, where others get their turns while a long text is parsed. Right afterwards `get` has it at hand. */
  getInSteps(resource: GroupResource, namespace: string, name: string): Steps<ApiObject | undefined>;
  /**
   * Waits until what is in memory is not older than this call; undefined when it is not. To be asked where an object that is
   * missing, or older than expected, decides what a client is told.
   */
  fresh(): Promise<void> | undefined;
  /** Whether there is any object of a resource in a namespace, readable or not. It parses none. */
  hasAny(resource: GroupResource, namespace: string): boolean;
  /** All objects of a resource, or of one namespace, in key order. */
  list(resource: GroupResource, namespace?: string): Iterable<ApiObject>;
  /**
   * The same objects, one after the other, where others get their turns while long ones are parsed; none is kept in memory for
   * it. For work on requests: users decide how many objects there are, and how wide.
   */
  eachInSteps(resource: GroupResource, namespace: string | undefined, take: (object: ApiObject) => void): Steps<void>;
  /**
   * Calls `onChange` for every later change, in order; returns what ends the subscription. Use `list` for the start. An
   * object that could not be read appears as added once it can be, and as deleted if it goes after it was known.
   * @param startOver called when `onChange` has thrown: what was made of the changes so far is made anew from `list`. When it
   *   throws as well, it is called again later. Without it, a change that could not be taken is passed over.
   */
  follow(resource: GroupResource, onChange: (change: ObjectChange) => void, startOver?: () => void): () => void;
}
