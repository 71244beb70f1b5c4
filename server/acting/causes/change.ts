import type { GroupResource } from "../../../shared/object.ts";

/** An object, independent of its version. */
export interface ObjectName extends GroupResource {
  /** Empty for cluster scope. */
  readonly namespace: string;
  readonly name: string;
}

/** One change of an object. */
export interface Change extends ObjectName {
  /** The resourceVersion that resulted from the change. */
  readonly revision: string;
  readonly deleted: boolean;
  /** The field manager of the last write, which distinguishes users and their clients. Absent when it is not needed. */
  readonly manager?: string;
}

/** A write of an actor. */
export interface Write extends ObjectName {
  readonly verb: "create" | "update" | "patch" | "apply" | "delete";
  readonly subresource: string;
  /** The resourceVersion that resulted from the write; empty while unknown, because the response did not contain it. */
  revision: string;
}

/** A piece of an actor's work: its writes, and the changes that caused it. */
export interface Action {
  /** Incremented with each action. */
  readonly sequence: number;
  /** The name of a controller or a user. */
  readonly actor: string;
  readonly kind: "controller" | "scheduler" | "node" | "client";
  /** The key of the work; empty for actors without a work queue. */
  readonly key: string;
  /** The start time, in milliseconds since the epoch. */
  readonly at: number;
  /** Empty when the action was started by a timer or a retry. */
  readonly causes: readonly Change[];
  readonly writes: readonly Write[];
}

/**
 * The change that produced a revision of an object. All fields are listed explicitly, so that the many changes share
 * one hidden class in V8.
 */
export const changeTo = (object: ObjectName, revision: string, deleted: boolean): Change => ({
  group: object.group,
  resource: object.resource,
  namespace: object.namespace,
  name: object.name,
  revision,
  deleted,
});

/** A unique text for an object. */
export const objectId = ({ group, resource, namespace, name }: ObjectName): string =>
  `${group}/${resource}/${namespace}/${name}`;

/** A unique text for a change. */
export const changeId = (change: ObjectName & { readonly revision: string }): string =>
  `${objectId(change)}@${change.revision}`;
