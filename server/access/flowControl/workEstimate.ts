/** Estimates how many seats a request takes, by the objects that it reads or the watchers that it notifies. */
import type { RequestContext } from "../../ground/request/context.ts";

/** The estimated work of one request. */
export interface WorkEstimate {
  /** Seats during execution. */
  readonly seats: number;
  /** Seats after execution, for the events that the request causes. */
  readonly finalSeats: number;
  /** How long the final seats are occupied, in milliseconds. */
  readonly finalTime: number;
}

/** The size of a collection. */
export interface CollectionSize {
  readonly objects: number;
  readonly watchers: number;
}

const MAX_SEATS = 10;
const OBJECTS_PER_SEAT = 100;
const WATCHERS_PER_SEAT = 10;
/** Milliseconds per final seat. */
const EVENT_TIME = 5;

const ONE: WorkEstimate = { seats: 1, finalSeats: 0, finalTime: 0 };

/** @param sizeOf returns undefined for a collection that is not served */
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
  // The cost of a page grows with its objects; with a selector, all objects must be checked.
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
