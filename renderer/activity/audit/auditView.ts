import type { PlacedAuditEvent, ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import { ApiError, type StatusDetails } from "../../../shared/status.ts";
import type { AskedSubject } from "../../access/askedSubject.ts";
import { ME } from "../../access/askedSubject.ts";
import type { Tone } from "../../ui/Badge.tsx";

/** An event with the data that a list shows. */
export interface AuditRow extends PlacedAuditEvent {
  /** Stable and unique for the event; positions alone are not, because they start over after a restart. */
  readonly id: string;
  /** Approximate number of characters of the event. */
  readonly size: number;
}

/** Limits the total size of the rows on a page in characters, because audit policies may record whole bodies. */
export const ROW_WEIGHING = { of: ({ size }: AuditRow): number => size, most: 16 * 1024 * 1024 };

/** Approximate size of an event without bodies, in characters. */
const BASE_SIZE = 1_000;

/** The row of an event, without confidential values, because audit policies may record whole bodies. */
export function rowOf(placed: PlacedAuditEvent): AuditRow {
  const event = hideSecrets(placed.event);
  const { requestObject, responseObject } = event as {
    readonly requestObject?: object;
    readonly responseObject?: object;
  };
  const bodies = [requestObject, responseObject].filter((body) => body !== undefined);
  const size = bodies.reduce((sum, body) => sum + stringifyJson(body).length, BASE_SIZE);
  return { ...placed, event, id: `${placed.sequence}.${placed.event.auditID}`, size };
}

export interface AuditFilter {
  /** Words that must all occur in the row's texts. */
  readonly text: string;
  /** A user's name; `-system` for all users except the system's own; empty for all. */
  readonly user: string;
  /** A verb; `-reads` for all that may change something; empty for all. */
  readonly verb: string;
  readonly deniedOnly: boolean;
}

/** The filter value for all users except the system's own. */
export const PEOPLE = "-system";
/** The filter value for all verbs that may change something. */
export const CHANGES = "-reads";

/** The user who acted: the impersonated user, if any. */
export const actorOf = ({ user, impersonatedUser }: ShownAuditEvent): string =>
  (impersonatedUser ?? user).username ?? "";

/** The object of a request: `pods/log dev/web`, or its path. */
export function objectText({ objectRef, requestURI }: ShownAuditEvent): string {
  if (objectRef?.resource === undefined) return requestURI;
  const { resource, apiGroup, subresource, namespace, name } = objectRef;
  const type = `${resource}${apiGroup === undefined ? "" : `.${apiGroup}`}${subresource === undefined ? "" : `/${subresource}`}`;
  const place = [namespace, name].filter((part) => part !== undefined).join("/");
  return place === "" ? type : `${type} ${place}`;
}

const annotation = (event: ShownAuditEvent, name: "decision" | "reason"): string => {
  const found = Object.entries(event.annotations ?? {}).find(
    ([key]) => key.startsWith("authorization.") && key.endsWith(`/${name}`),
  );
  return found?.[1] ?? "";
};

/** `allow`, `forbid`, or empty when no authorizer made a decision. */
export const decisionOf = (event: ShownAuditEvent): string => annotation(event, "decision");
export const reasonOf = (event: ShownAuditEvent): string => annotation(event, "reason");

const codeOf = ({ responseStatus }: ShownAuditEvent): number => responseStatus?.code ?? 0;

/** Whether the request was refused by an authorizer or by admission, or was not authenticated. */
const isDenied = (event: ShownAuditEvent): boolean => codeOf(event) === 401 || codeOf(event) === 403;

/** Verbs that change nothing. For non-resource requests, the verb is the HTTP method. */
const READS = new Set(["get", "list", "watch", "head", "options"]);

export function toneOf(event: ShownAuditEvent): Tone {
  const code = codeOf(event);
  if (code === 0) return "neutral";
  if (code < 400) return event.stage === "ResponseStarted" ? "accent" : "good";
  return code < 500 ? "warn" : "bad";
}

const METHODS: Readonly<Record<string, string>> = {
  list: "GET",
  watch: "GET",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  apply: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/** The HTTP method of a request. Events contain the verb, which equals the method only for non-resource requests. */
export const methodOf = ({ verb }: Pick<ShownAuditEvent, "verb">): string => METHODS[verb] ?? verb.toUpperCase();

/** The rows that match the filter, newest first. */
export function filterAudit(rows: readonly AuditRow[], filter: AuditFilter): AuditRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter(({ event }) => {
      if (filter.deniedOnly && !isDenied(event)) return false;
      if (filter.verb === CHANGES ? READS.has(event.verb) : filter.verb !== "" && event.verb !== filter.verb)
        return false;
      const actor = actorOf(event);
      if (filter.user === PEOPLE ? actor.startsWith("system:") : filter.user !== "" && actor !== filter.user) {
        return false;
      }
      if (words.length === 0) return true;
      const shown = [actor, event.user.username, event.verb, objectText(event), codeOf(event), reasonOf(event)];
      const said = [...shown, event.requestURI, event.auditID].join(" ").toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .reverse();
}

/** The occurring values, sorted, for a choice. */
export function choices(rows: readonly AuditRow[], of: (event: ShownAuditEvent) => string): string[] {
  return [...new Set(rows.map(({ event }) => of(event)))].filter((choice) => choice !== "").sort();
}

/** One event per line, oldest first, as in log files. */
export const auditLines = (newestFirst: readonly AuditRow[]): string =>
  newestFirst
    .map(({ event }) => `${stringifyJson(event)}\n`)
    .reverse()
    .join("");

/** The refusal that an event records, as the client received it; undefined for every other event. */
export function refusalOf({ responseStatus }: ShownAuditEvent): ApiError | undefined {
  if (responseStatus?.code !== 403) return undefined;
  const { message = "", reason = "" } = responseStatus;
  const { details } = responseStatus as { details?: StatusDetails };
  return new ApiError(403, reason, message, details);
}

/** The refused subject, for a question; includes its groups, which also decide. */
export function askedSubjectOfEvent(event: ShownAuditEvent): AskedSubject {
  const { groups = [] } = (event.impersonatedUser ?? event.user) as { groups?: readonly string[] };
  return { ...ME, kind: "user", name: actorOf(event), groups };
}
