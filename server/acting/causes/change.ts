import type { GroupResource } from "../../../shared/object.ts";

/** An object, whatever its version. */
export interface ObjectName extends GroupResource {
  /** Empty for cluster scope. */
  readonly namespace: string;
  readonly name: string;
}

/** One change of an object. */
export interface Change extends ObjectName {
  /** The resourceVersion that the change made. */
  readonly revision: string;
  readonly deleted: boolean;
  /** The field manager that wrote last, which tells users and their clients apart. Absent where it is not needed. */
  readonly manager?: string;
}

/** What an actor wrote. */
export interface Write extends ObjectName {
  readonly verb: "create" | "update" | "patch" | "apply" | "delete";
  readonly subresource: string;
  /** The resourceVersion that the write made; empty while that is not known, because the answer does not name it. */
  revision: string;
}

/** What an actor did in one go, and because of which changes. */
export interface Action {
  /** Grows by one with each action. */
  readonly sequence: number;
  /** A controller's name, or a user's. */
  readonly actor: string;
  readonly kind: "controller" | "scheduler" | "node" | "client";
  /** What it worked on; empty where it does not work by keys. */
  readonly key: string;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** Empty when a timer or a retry started the action. */
  readonly causes: readonly Change[];
  readonly writes: readonly Write[];
}

/** The change that made a revision of an object. Spelled out, so that all of the many have one shape. */
export const changeTo = (object: ObjectName, revision: string, deleted: boolean): Change => ({
  group: object.group,
  resource: object.resource,
  namespace: object.namespace,
  name: object.name,
  revision,
  deleted,
});

/** One text for an object. */
export const objectId = ({ group, resource, namespace, name }: ObjectName): string =>
  `${group}/${resource}/${namespace}/${name}`;

/** One text for a change. */
export const changeId = (change: ObjectName & { readonly revision: string }): string =>
  `${objectId(change)}@${change.revision}`;
