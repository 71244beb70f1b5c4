/** What the console host tells its page about the audit log of a sandbox. */

export interface AuditUser {
  readonly username?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The part of an event that lists of events show; the rest stays JSON. */
export interface ShownAuditEvent {
  readonly auditID: string;
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly userAgent?: string;
  readonly sourceIPs?: readonly string[];
  readonly objectRef?: {
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly subresource?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly message?: string; readonly reason?: string };
  readonly requestReceivedTimestamp?: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An event with its place: rising by one from event to event while the sandbox runs. */
export interface PlacedAuditEvent {
  readonly sequence: number;
  readonly event: ShownAuditEvent;
}

/** Events after the place that was asked for, oldest first. A gap before the first means that some are forgotten already. */
export interface AuditFeedMessage {
  readonly events: readonly PlacedAuditEvent[];
}

/** Query parameter: the place after which events are wanted. */
export const AFTER = "after";
