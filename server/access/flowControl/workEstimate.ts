/** How many seats a request takes, by the objects that it reads or the watchers that it notifies. */
import type { RequestContext } from "../../ground/request/context.ts";

/** The work of one request. */
export interface WorkEstimate {
  /** Seats while it is worked on. */
  readonly seats: number;
  /** Seats after that, for the events that it causes, */
  readonly finalSeats: number;
  /** and for how long, in milliseconds. */
  readonly finalTime: number;
}

/** What is known of a collection. */
export interface CollectionSize {
  readonly objects: number;
  readonly watchers: number;
}

const MAX_SEATS = 10;
const OBJECTS_PER_SEAT = 100;
const WATCHERS_PER_SEAT = 10;
/** For each final seat. */
const EVENT_TIME = 5;

const ONE: WorkEstimate = { seats: 1, finalSeats: 0, finalTime: 0 };

/** @param sizeOf undefined for a collection that is not served */
export function estimateWork(
  { info, query }: Pick<RequestContext, "info" | "query">,
  sizeOf: () => CollectionSize | undefined,
): WorkEstimate {
  switch (info.verb) {
    case "list":
      return info.name === "" ? listWork(query, sizeOf()) : ONE;
    case "watch":
      return isTrue(query.get("sendInitialEvents")) ? listWork(query, sizeOf()) : ONE;
    case "create":
    case "update":
    case "patch":
    case "delete":
      return info.isResourceRequest ? writeWork(sizeOf()) : ONE;
    default:
      return ONE;
  }
}

function listWork(query: URLSearchParams, size: CollectionSize | undefined): WorkEstimate {
  if (size === undefined) return ONE;
  const limit = Math.max(0, Number.parseInt(query.get("limit") ?? "", 10) || 0);
  const selects = (query.get("fieldSelector") ?? "") !== "" || (query.get("labelSelector") ?? "") !== "";
  // The cost of a page grows with its objects; a selector looks at all objects, because matches may be anywhere.
  const objects = limit === 0 || selects ? size.objects : Math.min(size.objects, 2 * limit);
  return { ...ONE, seats: Math.min(MAX_SEATS, Math.max(1, Math.ceil(objects / OBJECTS_PER_SEAT))) };
}

function writeWork(size: CollectionSize | undefined): WorkEstimate {
  const watchers = size?.watchers ?? 0;
  if (watchers < WATCHERS_PER_SEAT) return ONE;
  const finalSeats = Math.min(MAX_SEATS, Math.ceil(watchers / WATCHERS_PER_SEAT));
  return { seats: 1, finalSeats, finalTime: finalSeats * EVENT_TIME };
}

const isTrue = (text: string | null): boolean => text !== null && text !== "false" && text !== "0";
