import { type ApiError, timeout } from "../../../shared/status.ts";
import type { Cancellable } from "../rights/authorizer.ts";

/** The room in memory that a request with a large body occupies. */
export interface LentRoom {
  /** Lets others have it. */
  lend(): void;
  /** Counts it as occupied again, without waiting. */
  takeBack(): void;
}

/** A request under way. */
export interface InFlight extends Cancellable {
  /** Milliseconds since the epoch. */
  readonly received?: number;
  /** Milliseconds that it has, from its receipt on; undefined where there is no limit. */
  readonly allotted?: number;
  /** Milliseconds that it has waited for its turn and for webhooks. */
  waited?: number;
  /** Of requests with large bodies. */
  room?: LentRoom;
}

/** 504: the time of a request is over, or its client has gone. */
export const requestTimeout = (): ApiError => timeout("Timeout: request did not complete within the allotted timeout");

/** Milliseconds that a request still has; infinitely many where there is no limit. */
export const timeLeft = (request: InFlight | undefined, now = Date.now()): number =>
  request?.allotted === undefined ? Infinity : request.allotted - (now - (request.received ?? now));

/** Notes that a request has waited for others. */
export function noteWaiting(request: InFlight | undefined, milliseconds: number): void {
  if (request !== undefined) request.waited = (request.waited ?? 0) + milliseconds;
}

/**
 * Waits for others while a request is under way. They have its room meanwhile: a program that is asked may turn to this server
 * with a large body itself, and both would wait for each other.
 */
export async function lending<T>(request: InFlight | undefined, wait: () => Promise<T>): Promise<T> {
  const room = request?.room;
  room?.lend();
  try {
    return await wait();
  } finally {
    room?.takeBack();
  }
}

/**
 * Asks another program while a request waits and lends its room.
 * @param clock milliseconds
 */
export async function asking<T>(request: InFlight | undefined, clock: () => number, ask: () => Promise<T>): Promise<T> {
  const start = clock();
  try {
    return await lending(request, ask);
  } finally {
    noteWaiting(request, clock() - start);
  }
}
