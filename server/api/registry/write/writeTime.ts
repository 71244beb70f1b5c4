import { type ApiError, timeout } from "../../../../shared/status.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";

/** Maximum duration of a write in milliseconds, regardless of the client's timeout. */
const LONGEST = 34_000;

/** The time limit of a write. */
export interface WriteTime {
  /** Milliseconds that are left; zero or negative when the time is up. */
  left(): number;
  /** Aborts when the client has gone or the server stops. Created on first access. */
  readonly signal: AbortSignal;
}

/**
 * The time limit of a request's write, starting now: its `timeout`, which was validated before, but at most what the
 * reference grants a write.
 *
 * @param now milliseconds since the epoch
 */
export function writeTime(
  request: { readonly query: URLSearchParams; readonly signal: AbortSignal },
  now: () => number,
): WriteTime {
  return new RequestTime(request, now, timeoutOf(request.query.get("timeout")));
}

class RequestTime implements WriteTime {
  readonly #request: { readonly signal: AbortSignal };
  readonly #now: () => number;
  readonly #deadline: number;

  constructor(request: { readonly signal: AbortSignal }, now: () => number, timeout: number) {
    this.#request = request;
    this.#now = now;
    this.#deadline = now() + timeout;
  }

  left(): number {
    return this.#deadline - this.#now();
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** In milliseconds. A zero or negative `timeout` leaves the limit to the server. */
function timeoutOf(text: string | null): number {
  if (text === null || text === "") return LONGEST;
  const asked = Number(parseDuration(text)) / 1e6;
  return asked > 0 ? Math.min(asked, LONGEST) : LONGEST;
}

/** 504, with the reference's message for a write that ran out of time. */
export const timedOut = (): ApiError => overtime("context deadline exceeded");

/** 504, for the audit log: the client has gone. */
export const canceled = (): ApiError => overtime("context canceled");

const overtime = (message: string): ApiError =>
  timeout(`Timeout: request did not complete within requested timeout - ${message}`);
