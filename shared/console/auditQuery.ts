/** Searches in the audit log of a sandbox: the page asks for them, the host answers them. */
import { actorOf, codeOf, isChange, isDeletion, isDenied, objectText, reasonOf, resourceOf } from "./auditEvent.ts";
import type { ShownAuditEvent } from "./auditFeed.ts";

/** What a search finds. Empty fields match every event. */
export interface AuditQuery {
  /** Words that must all occur in the texts of the event. */
  readonly text: string;
  /** A user's name, or {@link PEOPLE}. */
  readonly user: string;
  /** A verb, {@link CHANGES}, or {@link DELETIONS}. */
  readonly verb: string;
  /** An object as {@link objectQuery} writes it. Requests that delete its whole collection match, too. */
  readonly object: string;
  /** The first and the last moment, as times in the format of RFC 3339 in UTC. */
  readonly since: string;
  readonly until: string;
  readonly deniedOnly: boolean;
}

/** All users except the system's own. */
export const PEOPLE = "-system";
/** All verbs that may change something. */
export const CHANGES = "-reads";
/** All requests that delete. */
export const DELETIONS = "-deletions";

export const EVERY_EVENT: AuditQuery = {
  text: "",
  user: "",
  verb: "",
  object: "",
  since: "",
  until: "",
  deniedOnly: false,
};

const TEXTS = ["text", "user", "verb", "object", "since", "until"] as const;

/** The query as parameters of an address; empty fields are left out. */
export function auditParams(query: AuditQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of TEXTS) if (query[field] !== "") params.set(field, query[field]);
  if (query.deniedOnly) params.set("denied", "1");
  return params;
}

/** The query that an address contains. */
export const readAuditQuery = (params: URLSearchParams): AuditQuery => ({
  ...EVERY_EVENT,
  ...Object.fromEntries(TEXTS.map((field) => [field, params.get(field) ?? ""])),
  deniedOnly: params.has("denied"),
});

/**
 * The `object` of a query: `deployments.apps shop/web`, `nodes n1`.
 * @param namespace empty for objects without one
 */
export function objectQuery(
  { group, resource }: { readonly group: string; readonly resource: string },
  { namespace = "", name }: { readonly namespace?: string | undefined; readonly name: string },
): string {
  return `${[resource, group].filter(Boolean).join(".")} ${[namespace, name].filter(Boolean).join("/")}`;
}

/** Whether the query matches every event. */
export const isEveryEvent = (query: AuditQuery): boolean => auditParams(query).size === 0;

/** Returns the test of a query; it reads the query once. */
export function auditMatcher(query: AuditQuery): (event: ShownAuditEvent) => boolean {
  const { user, verb, since, until, deniedOnly } = query;
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const isObject = query.object === "" ? undefined : objectMatcher(query.object);
  return (event) =>
    (!deniedOnly || isDenied(event)) &&
    isVerb(event, verb) &&
    isUser(actorOf(event), user) &&
    (since === "" || event.stageTimestamp >= since) &&
    (until === "" || event.stageTimestamp <= until) &&
    (isObject?.(event) ?? true) &&
    (words.length === 0 || hasWords(event, words));
}

function isVerb(event: ShownAuditEvent, verb: string): boolean {
  if (verb === CHANGES) return isChange(event);
  return verb === DELETIONS ? isDeletion(event) : verb === "" || event.verb === verb;
}

const isUser = (actor: string, user: string): boolean =>
  user === PEOPLE ? !actor.startsWith("system:") : user === "" || actor === user;

function objectMatcher(object: string): (event: ShownAuditEvent) => boolean {
  const [type = "", place = ""] = object.split(" ");
  const slash = place.indexOf("/");
  const name = place.slice(slash + 1);
  // A request for a namespace names it as its namespace, too.
  const namespace = type === "namespaces" ? name : place.slice(0, Math.max(0, slash));
  return (event) => {
    if (resourceOf(event) !== type) return false;
    const { objectRef } = event;
    // A collection without a namespace reaches into all of them.
    if (event.verb === "deletecollection") {
      return [undefined, "", namespace].includes(objectRef?.namespace);
    }
    return objectRef?.name === name && (objectRef.namespace ?? "") === namespace;
  };
}

function hasWords(event: ShownAuditEvent, words: readonly string[]): boolean {
  const shown = [actorOf(event), event.user.username, event.verb, objectText(event), codeOf(event), reasonOf(event)];
  const said = [...shown, event.requestURI, event.auditID].join(" ").toLowerCase();
  return words.every((word) => said.includes(word));
}
