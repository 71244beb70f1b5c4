import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { Status } from "../../../shared/status.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** How much of a request is recorded, least first. */
export const AUDIT_LEVELS = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** Moments of a request at which an event is made. */
export const AUDIT_STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

export const atLeast = (level: AuditLevel, wanted: AuditLevel): boolean =>
  AUDIT_LEVELS.indexOf(level) >= AUDIT_LEVELS.indexOf(wanted);

/** A user as events name one; members without content are left out. */
export interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a request is about; members without content are left out. */
export interface AuditedObject {
  resource?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiGroup?: string;
  apiVersion?: string;
  resourceVersion?: string;
  subresource?: string;
}

/** The part of a Status that events carry. */
export type AuditedStatus = Partial<Pick<Status, "status" | "message" | "reason" | "details">> & {
  readonly code: number;
};

/** `audit.{domain}/v1` Event. */
export interface AuditEvent {
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs: readonly string[];
  readonly userAgent: string;
  readonly objectRef?: Readonly<AuditedObject>;
  readonly responseStatus?: AuditedStatus;
  /** JSON text of one line: what was sent and answered is kept as it was at that moment. */
  readonly requestObject?: string;
  readonly responseObject?: string;
  /** With microseconds. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** An event at one of its stages, never changed again. Its text is made once, however many sinks write it. */
export interface StagedEvent {
  readonly event: AuditEvent;
  /** One line of JSON without its end. */
  readonly json: string;
}

/** @param group `audit.{domain}`, rendered */
export function stagedEvent(event: AuditEvent, group: string): StagedEvent {
  let json: string | undefined;
  return {
    event,
    get json() {
      json ??= eventJson(event, group);
      return json;
    },
  };
}

/** The members in the order in which the reference writes them; bodies are spliced in as the texts they are. */
function eventJson(event: AuditEvent, group: string): string {
  const { requestObject, responseObject, responseStatus, annotations, ...rest } = event;
  const { requestReceivedTimestamp, stageTimestamp, userAgent, sourceIPs, objectRef, ...first } = rest;
  const head = stringifyJson({
    kind: "Event",
    apiVersion: `${group}/v1`,
    ...first,
    ...(sourceIPs.length === 0 ? {} : { sourceIPs }),
    ...(userAgent === "" ? {} : { userAgent }),
    ...(objectRef === undefined ? {} : { objectRef }),
    ...(responseStatus === undefined ? {} : { responseStatus: { metadata: {}, ...responseStatus } }),
  });
  const keys = Object.keys(annotations).sort();
  const tail = JSON.stringify({
    requestReceivedTimestamp,
    stageTimestamp,
    ...(keys.length === 0 ? {} : { annotations: Object.fromEntries(keys.map((key) => [key, annotations[key]])) }),
  });
  const bodies = [
    requestObject === undefined ? "" : `"requestObject":${requestObject},`,
    responseObject === undefined ? "" : `"responseObject":${responseObject},`,
  ];
  return `${head.slice(0, -1)},${bodies.join("")}${tail.slice(1)}`;
}

export function auditUser({ username, uid, groups, extra }: Identity): AuditUser {
  const keys = Object.keys(extra).sort();
  return {
    username,
    ...(uid === undefined || uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(keys.length === 0 ? {} : { extra: Object.fromEntries(keys.map((key) => [key, extra[key] ?? []])) }),
  };
}

/** Only what is bounded: lists and continuation are not. */
export function auditedStatus({ status, message, reason, details, code }: Status): AuditedStatus {
  return {
    status,
    ...(message === undefined || message === "" ? {} : { message }),
    ...(reason === undefined || reason === "" ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

/** @param milliseconds since the epoch, fractions included */
export function microTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const micros = String(Math.floor((milliseconds - whole) * 1000)).padStart(3, "0");
  return `${new Date(whole).toISOString().slice(0, 23)}${micros}Z`;
}
