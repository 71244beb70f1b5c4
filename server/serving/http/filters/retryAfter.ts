import type { Filter } from "../../../ground/request/context.ts";

/** Health endpoints, which are answered even while the server stops. */
const PROBED = /^\/(healthz|livez|readyz)(\/|$)/;
const SECONDS = "5";

/** Answers requests with 429 while the server stops. @param isClosing whether the server is stopping */
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
