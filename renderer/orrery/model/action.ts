import { shownText } from "../../../shared/text/shownText.ts";
/**
 * The actions in a cluster. In a sandbox, those of components come from the server under `/simulation/causes`, and
 * those of clients from the audit log; in other clusters, they are derived from watches.
 */

/** An object at one of its versions. */
export interface Change {
  readonly group: string;
  readonly resource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly revision: string;
  /** The last field manager that wrote the object. */
  readonly manager?: string;
}

export interface Write extends Change {
  readonly verb: string;
  readonly subresource: string;
}

export interface Action {
  /** Unique; negative for requests of the audit log. */
  readonly sequence: number;
  readonly actor: string;
  /** The actor's display name, if it differs from its short name. */
  readonly label?: string;
  /** `server`: the API server itself, which has no separate body. */
  readonly kind: "controller" | "scheduler" | "node" | "client" | "server";
  /** Start time, RFC 3339. */
  readonly at: string;
  readonly causes: readonly Change[];
  readonly writes: readonly Write[];
  /** Audit ID of the action's only request, if known. */
  readonly request?: string;
  /** Why the server refused the request, in which case nothing was stored. */
  readonly refusal?: { readonly code: number; readonly reason: string };
}

export interface Actions {
  /** Sequence number of the newest action. */
  readonly last: number;
  /** Whether the server has more actions than it returned. */
  readonly isCut: boolean;
  readonly items: readonly Action[];
}

export const changeId = ({ group, resource, namespace, name, revision }: Change): string =>
  `${group}/${resource}/${namespace}/${name}@${revision}`;

/** A name without the prefix of its kind: `node-1` for `system:node:node-1`. */
export const shortActor = (actor: string): string =>
  actor
    .replace(/^system:(serviceaccount:kube-system:|node:)?/, "")
    .replace(/^kube-/, "")
    .replace(/-controller$/, "");

/** The name of an action's actor. */
export const actorName = ({ actor, label }: Action): string => shownText(label ?? shortActor(actor));

/** The body that represents all users and clients whose changes only have a field manager. */
export const PEOPLE = "people";

/**
 * The causes of an action that no controller or node made, but users or their clients.
 * @param made ids of the changes that actions made
 */
export const changesOfPeople = ({ causes }: Action, made: ReadonlySet<string>): Change[] =>
  causes.filter((cause) => !made.has(changeId(cause)));
