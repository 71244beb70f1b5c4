import type { ApiObject } from "../../shared/object.ts";

/** The fields of a core Event that the console uses. */
export interface EventObject extends ApiObject {
  involvedObject?: { kind?: string; namespace?: string; name?: string; uid?: string };
  type?: string;
  reason?: string;
  message?: string;
  count?: number;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  source?: { component?: string };
  reportingComponent?: string;
}

/** Time of an event's last occurrence, in milliseconds since the epoch; 0 when it is not recorded. */
export function lastSeen(event: EventObject): number {
  const text = event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp ?? event.metadata.creationTimestamp;
  return text ? Date.parse(text) : 0;
}

/** The events, the latest first. */
export const latestFirst = (events: readonly ApiObject[]): EventObject[] =>
  (events as readonly EventObject[]).toSorted((a, b) => lastSeen(b) - lastSeen(a));
