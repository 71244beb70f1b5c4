/**
 * The actions in a cluster: those of components as the server of a sandbox reports them under `/simulation/causes`, those
 * of clients from its audit log, those of other clusters from their watches.
 */

/** An object at one of its versions. */
export interface Change {
  readonly group: string;
  readonly resource: string;
  /** Empty for cluster scope. */
  readonly namespace: string;
  readonly name: string;
  readonly revision: string;
  /** The field manager that wrote last. */
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
  /** The actor's name for users, where it is not its short name. */
  readonly label?: string;
  /** `server`: the API server itself, which has no body of its own. */
  readonly kind: "controller" | "scheduler" | "node" | "client" | "server";
  /** When it began, RFC 3339. */
  readonly at: string;
  readonly causes: readonly Change[];
  readonly writes: readonly Write[];
  /** Audit ID of its only request, where it is known. */
  readonly request?: string;
  /** Why the server refused it; nothing was stored then. */
  readonly refusal?: { readonly code: number; readonly reason: string };
}

export interface Actions {
  /** Sequence number of the last action. */
  readonly last: number;
  /** Whether the server has more actions than it returned. */
  readonly isCut: boolean;
  readonly items: readonly Action[];
}

export const changeId = ({ group, resource, namespace, name, revision }: Change): string =>
  `${group}/${resource}/${namespace}/${name}@${revision}`;

/** A name without the prefix of its kind: `node-1` of `system:node:node-1`. */
export const shortActor = (actor: string): string =>
  actor
    .replace(/^system:(serviceaccount:kube-system:|node:)?/, "")
    .replace(/^kube-/, "")
    .replace(/-controller$/, "");

/** The name of an action's actor. */
export const actorName = ({ actor, label }: Action): string => label ?? shortActor(actor);

/** The body of users and their clients, whose changes name only a field manager. */
export const PEOPLE = "people";

/**
 * The changes among the causes of an action that no controller or node made, but users or their clients.
 * @param made ids of the changes that actions made
 */
export const changesOfPeople = ({ causes }: Action, made: ReadonlySet<string>): Change[] =>
  causes.filter((cause) => !made.has(changeId(cause)));
