import { unauthorized } from "../../../shared/status.ts";
import type { Authenticator } from "../../authentication/identity.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { Filter, RequestContext } from "../context.ts";

/** Whether a header (in lower case) says who is asking. Nobody behind authentication may see those. */
export type IsCredential = (name: string) => boolean;

/**
 * Finds out who asks, and takes the credentials out of the request.
 * @throws ApiError 401 when nobody recognises the caller and anonymous requests are off
 */
export function authenticate(authenticator: Authenticator, metrics: Metrics, isCredential: IsCredential): Filter {
  // Looked up once: every request comes by.
  const [success, failure] = ["success", "failure"].map((result) => metrics.authentications.labels(result));
  return (next) => async (context) => {
    let identity: Awaited<ReturnType<Authenticator["authenticate"]>>;
    try {
      identity = await authenticator.authenticate(context);
    } catch (error) {
      failure?.inc();
      throw error;
    }
    if (identity === undefined) {
      failure?.inc();
      throw unauthorized();
    }
    success?.inc();
    context.user = identity;
    context.headers = withoutCredentials(context.headers, isCredential);
    return next(context);
  };
}

function withoutCredentials(headers: RequestContext["headers"], isCredential: IsCredential): RequestContext["headers"] {
  if (!Object.keys(headers).some(isCredential)) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)));
}
