import { ADMISSION_ANNOTATION, STORED_ANNOTATION } from "../../../shared/auditAnnotations.ts";
import { actorOf } from "../../../shared/console/auditEvent.ts";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { AuditRow } from "../../activity/audit/auditView.ts";
import type { Action, Change, Write } from "./action.ts";

/** Audit annotations that a sandbox's server adds to its writes. */

const WRITING = new Set(["create", "update", "patch", "delete", "deletecollection"]);
/** Resources whose writes are not shown, because nothing else watches them: events and heartbeats. */
const NOT_RECORDED = new Set(["events", "leases"]);
const QUESTIONS = /^(authentication|authorization)\./;
/** Components of the server itself, whose actions the server reports with their causes. */
const COMPONENTS = /^system:(node:|kube-|serviceaccount:kube-system:)/;

/** Prefix of the ids of bodies that represent clients. */
export const CLIENT = "client:";

/** Whether a request may have changed something. */
export const isWrite = ({ verb, objectRef }: ShownAuditEvent): boolean =>
  WRITING.has(verb) && objectRef?.resource !== undefined && !NOT_RECORDED.has(objectRef.resource);

/** The change that a write made, as recorded by the server; undefined for other requests. */
export function storedBy({ annotations = {} }: ShownAuditEvent): Change | undefined {
  const [, group = "", resource = "", namespace = "", name = "", revision = ""] =
    /^([^/]*)\/([^/]*)\/([^/]*)\/(.*)@(\d+)$/.exec(annotations[STORED_ANNOTATION] ?? "") ?? [];
  return resource === "" ? undefined : { group, resource, namespace, name, revision };
}

/** The changes of an admission plugin to a request. */
export interface Admitted {
  readonly plugin: string;
  readonly fields: readonly string[];
}

export const admittedBy = ({ annotations = {} }: ShownAuditEvent): Admitted[] =>
  Object.entries(annotations)
    .filter(([key]) => key.startsWith(ADMISSION_ANNOTATION))
    .map(([key, fields]) => ({ plugin: key.slice(ADMISSION_ANNOTATION.length), fields: fields.split(" ") }));

/** The program of a client: `kubectl` for `kubectl/v1.32.0 (linux/amd64)`; browsers are shown as the console. */
export function programOf({ userAgent = "", requestURI }: ShownAuditEvent): string {
  if (requestURI.includes("fieldManager=orrery-console") || userAgent.startsWith("Mozilla/")) return "console";
  return /^[^/\s]+/.exec(userAgent)?.[0] ?? "";
}

/** A client with a body in the picture. */
export interface Client {
  readonly id: string;
  /** The user; for administrators, who use the same name in all programs, the program. */
  readonly label: string;
}

export function clientOf(event: ShownAuditEvent): Client {
  const user = actorOf(event);
  const program = programOf(event);
  const { groups = [] } = event.impersonatedUser ?? event.user;
  const isAdmin = groups.includes("system:masters") && event.impersonatedUser === undefined;
  const label = isAdmin && program !== "" ? program : user.replace(/^system:serviceaccount:/, "");
  return { id: `${CLIENT}${user}|${isAdmin ? program : ""}`, label: label === "" ? program : label };
}

/**
 * The action of a client in the audit log. Returns undefined for components, because the server reports their actions
 * with causes; the server's own actions have the kind `server`.
 */
export function actionOf({ event, sequence }: AuditRow): Action | undefined {
  if (event.stage !== "ResponseComplete" || !isWrite(event)) return undefined;
  const { objectRef, responseStatus, verb } = event;
  const user = actorOf(event);
  const isServer = user === "system:apiserver";
  if (!isServer && COMPONENTS.test(user)) return undefined;
  const code = responseStatus?.code ?? 0;
  const isRefused = code >= 400;
  if (QUESTIONS.test(objectRef?.apiGroup ?? "") && !isRefused) return undefined;
  const stored = storedBy(event);
  if (isServer && stored === undefined) return undefined;
  const named: Change = stored ?? {
    group: objectRef?.apiGroup ?? "",
    resource: objectRef?.resource ?? "",
    namespace: objectRef?.namespace ?? "",
    name: objectRef?.name ?? "",
    revision: "",
  };
  const write: Write = { ...named, verb, subresource: objectRef?.subresource ?? "" };
  const { id, label } = clientOf(event);
  return {
    ...{ sequence: -sequence, actor: id, label, kind: isServer ? "server" : "client", causes: [], writes: [write] },
    at: event.requestReceivedTimestamp ?? event.stageTimestamp,
    request: event.auditID,
    ...(isRefused ? { refusal: { code, reason: responseStatus?.reason ?? "" } } : {}),
  };
}

/** An open watch of a client. */
export interface OpenWatch {
  readonly id: string;
  readonly client: Client;
  readonly group: string;
  readonly resource: string;
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly name: string;
  readonly since: string;
}

/** The watches that are open after these events, oldest first. */
export function openWatches(rows: readonly AuditRow[]): OpenWatch[] {
  const open = new Map<string, OpenWatch>();
  for (const { event } of rows) {
    if (event.verb !== "watch" || event.objectRef?.resource === undefined) continue;
    if (event.stage !== "ResponseStarted") open.delete(event.auditID);
    else if ((event.responseStatus?.code ?? 0) < 400) {
      const { apiGroup: group = "", resource, namespace = "", name = "" } = event.objectRef;
      const head = { id: event.auditID, client: clientOf(event), since: event.stageTimestamp };
      open.set(event.auditID, { ...head, group, resource, namespace, name });
    }
  }
  return [...open.values()];
}

/** Whether a watch delivers the changes of an object. */
export const delivers = (watch: OpenWatch, change: Change): boolean =>
  watch.group === change.group &&
  watch.resource === change.resource &&
  (watch.namespace === "" || watch.namespace === change.namespace) &&
  (watch.name === "" || watch.name === change.name);
