import type { Filter } from "../../../ground/request/context.ts";

/** Paths that probes ask for, which need the state of the server. */
const PROBED = /^\/(healthz|livez|readyz)(\/|$)/;
const SECONDS = "5";

/** Sends clients away while the server stops. @param isClosing whether it does */
export function retryAfter(isClosing: () => boolean): Filter {
  return (next) => async (context) => {
    if (!isClosing() || PROBED.test(context.path)) return next(context);
    return {
      status: 429,
      headers: { "content-type": "text/plain; charset=utf-8", "retry-after": SECONDS, connection: "close" },
      body: "The apiserver is shutting down, please try again later.\n",
    };
  };
}
