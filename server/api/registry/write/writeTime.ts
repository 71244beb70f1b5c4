import { type ApiError, timeout } from "../../../../shared/status.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";

/** No write takes longer than this, in milliseconds, whatever its client is ready to wait. */
const LONGEST = 34_000;

/** How long a write may take. */
export interface WriteTime {
  /** Milliseconds that are left; none or less when the time is over. */
  left(): number;
  /** Aborts when the client has gone or the server stops. Made when it is first asked for. */
  readonly signal: AbortSignal;
}

/**
 * The time that a request has for its write from now on: its `timeout`, which was checked before, but never more than the
 * reference gives a write.
 *
 * @param now milliseconds since the epoch
 */
export function writeTime(
  request: { readonly query: URLSearchParams; readonly signal: AbortSignal },
  now: () => number,
): WriteTime {
  return new RequestTime(request, now, patience(request.query.get("timeout")));
}

class RequestTime implements WriteTime {
  readonly #request: { readonly signal: AbortSignal };
  readonly #now: () => number;
  readonly #deadline: number;

  constructor(request: { readonly signal: AbortSignal }, now: () => number, patience: number) {
    this.#request = request;
    this.#now = now;
    this.#deadline = now() + patience;
  }

  left(): number {
    return this.#deadline - this.#now();
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** In milliseconds. A `timeout` of nothing, or of less, means that the client leaves it to the server. */
function patience(text: string | null): number {
  if (text === null || text === "") return LONGEST;
  const asked = Number(parseDuration(text)) / 1e6;
  return asked > 0 ? Math.min(asked, LONGEST) : LONGEST;
}

/** 504: what the reference says of a write that had no more time. */
export const timedOut = (): ApiError => overtime("context deadline exceeded");

/** 504, for the audit log: the client is gone. */
export const canceled = (): ApiError => overtime("context canceled");

const overtime = (why: string): ApiError =>
  timeout(`Timeout: request did not complete within requested timeout - ${why}`);
