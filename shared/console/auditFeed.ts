/** Messages about a sandbox's audit log that the console's host sends to the page. */

export interface AuditUser {
  readonly username?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The fields of an event that event lists show; the full event stays encoded as JSON. */
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

/** An event with its place, a number that increases by one per event while the sandbox runs. */
export interface PlacedAuditEvent {
  readonly sequence: number;
  readonly event: ShownAuditEvent;
}

/** The values that occur among the events that were searched, whether they match or not: choices for a filter. */
export interface OccurringValues {
  readonly users: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Matching events after the requested place, oldest first. A gap before the first event means that some events were
 * already dropped.
 */
export interface AuditFeedMessage {
  readonly events: readonly PlacedAuditEvent[];
  /** In the first message: the place in the log before the oldest event that the feed has looked at. */
  readonly begin?: string;
  readonly occurring?: OccurringValues;
}

/** An event of the log as its JSON text, with the place before it. */
export interface LoggedAuditEvent {
  readonly place: string;
  readonly json: string;
}

/** Matching events of the log before a place, newest first. */
export interface AuditPage {
  readonly events: readonly LoggedAuditEvent[];
  /** Where the search has to go on; undefined when it is finished. */
  readonly before?: string;
  /** Time of the oldest event that the search has read. */
  readonly reached?: string;
  readonly occurring: OccurringValues;
}

/** Query parameter of the feed: the place after which events are requested. */
export const AFTER = "after";
/** Query parameter of a page: the place in the log before which events are requested. */
export const BEFORE = "before";
