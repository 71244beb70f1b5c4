import { type ApiError, timeout } from "../../../shared/status.ts";
import type { Cancellable } from "../rights/authorizer.ts";

/** The memory that a request with a large body occupies. */
export interface LendableMemory {
  /** Makes the memory available to others. */
  lend(): void;
  /** Counts the memory as occupied again, without waiting. */
  reclaim(): void;
}

/** A request in progress. */
export interface InFlight extends Cancellable {
  /**
   * When its time limit ends, in milliseconds of `performance.now()`; undefined when there is none. No clock of the
   * system is used, because it may be set.
   */
  readonly due?: number;
  /** Milliseconds that the request has waited for its turn and for webhooks. */
  waited?: number;
  /** Set for requests with large bodies. */
  memory?: LendableMemory;
}

/** 504: the time limit of a request has passed, or its client has disconnected. */
export const requestTimeout = (): ApiError => timeout("Timeout: request did not complete within the allotted timeout");

/** Milliseconds that a request has left, negative when its time is over; Infinity when there is no limit. */
export const remainingTime = (request: Pick<InFlight, "due"> | undefined, now = performance.now()): number =>
  (request?.due ?? Infinity) - now;

/** Adds to the time that a request has waited for others. */
export function addWaitingTime(request: InFlight | undefined, milliseconds: number): void {
  if (request !== undefined) request.waited = (request.waited ?? 0) + milliseconds;
}

/**
 * Waits for another program during a request, and lends the request's memory meanwhile. The other program may itself
 * send a large body to this server; without the lending, both could wait for each other.
 */
export async function lendingMemory<T>(request: InFlight | undefined, wait: () => Promise<T>): Promise<T> {
  const memory = request?.memory;
  memory?.lend();
  try {
    return await wait();
  } finally {
    memory?.reclaim();
  }
}

/**
 * Calls another program: the request waits for the answer and lends its memory.
 * @param clock milliseconds
 */
export async function callingOut<T>(
  request: InFlight | undefined,
  clock: () => number,
  call: () => Promise<T>,
): Promise<T> {
  const start = clock();
  try {
    return await lendingMemory(request, call);
  } finally {
    addWaitingTime(request, clock() - start);
  }
}
