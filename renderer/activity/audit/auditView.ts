import { actorOf, codeOf } from "../../../shared/console/auditEvent.ts";
import type { AuditPage, PlacedAuditEvent, ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import { ApiError, type StatusDetails } from "../../../shared/status.ts";
import type { AskedSubject } from "../../access/askedSubject.ts";
import { ME } from "../../access/askedSubject.ts";
import type { Tone } from "../../ui/Badge.tsx";

/** An event with the data that a list shows. */
export interface AuditRow extends PlacedAuditEvent {
  /** `<time>/<stage>/<audit ID>`: the same after a restart, and wherever the event was read. */
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
  const id = `${event.stageTimestamp}/${event.stage}/${event.auditID}`;
  const { requestObject, responseObject } = event as {
    readonly requestObject?: object;
    readonly responseObject?: object;
  };
  const bodies = [requestObject, responseObject].filter((body) => body !== undefined);
  const size = bodies.reduce((sum, body) => sum + stringifyJson(body).length, BASE_SIZE);
  return { ...placed, event, id, size };
}

/** The rows of a page of earlier events. */
export const rowsOf = ({ events }: AuditPage): AuditRow[] =>
  events.map(({ json }) => rowOf({ sequence: 0, event: parseJson(json) as ShownAuditEvent }));

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
