import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { Status } from "../../../shared/status.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** Audit levels, from recording nothing to recording both bodies. */
export const AUDIT_LEVELS = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** The stages of a request at which an event is recorded. */
export const AUDIT_STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

export const atLeast = (level: AuditLevel, wanted: AuditLevel): boolean =>
  AUDIT_LEVELS.indexOf(level) >= AUDIT_LEVELS.indexOf(wanted);

/** A user in the form of audit events, without empty members. */
export interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The object that a request is about, without empty members. */
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

/** The part of a Status that is recorded. */
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
  /** JSON on one line. Encoded immediately, so that later changes of the object do not affect it. */
  readonly requestObject?: string;
  readonly responseObject?: string;
  /** With microseconds. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** An immutable event at one of its stages. Its text is encoded once for all sinks. */
export interface StagedEvent {
  readonly event: AuditEvent;
  /** One line of JSON, without line end. */
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

/** Encodes the members in the reference's order; bodies are inserted unchanged, because they are JSON already. */
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

/** Copies the fields of bounded size; leaves out list metadata such as the continuation token. */
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
