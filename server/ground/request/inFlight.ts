import type { Cancellable } from "../rights/authorizer.ts";

/** A request under way. */
export interface InFlight extends Cancellable {
  /** Milliseconds that it has waited for its turn and for webhooks. */
  waited?: number;
}

/** Notes that a request has waited for others. */
export function noteWaiting(request: InFlight | undefined, milliseconds: number): void {
  if (request !== undefined) request.waited = (request.waited ?? 0) + milliseconds;
}
