import type { ApiObject } from "../../shared/object.ts";

/** The fields of a core Event that the console uses. */
export interface EventObject extends ApiObject {
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
