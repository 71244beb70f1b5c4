import { unauthorized } from "../../../../shared/status.ts";
import type { Authenticator } from "../../../access/authentication/authenticator.ts";
import type { Metrics } from "../../../ground/observability/metrics.ts";
import type { Answer, Filter, RequestContext } from "../../../ground/request/context.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { withoutHeaders } from "./withoutHeaders.ts";

/** Whether a header (in lower case) says who is asking. Nobody behind authentication may see those. */
export type IsCredential = (name: string) => boolean;

/**
 * Finds out who asks, and takes the credentials out of the request.
 * @throws ApiError 401 when nobody recognises the caller and anonymous requests are off
 */
export function authenticate(authenticator: Authenticator, metrics: Metrics, isCredential: IsCredential): Filter {
  // Looked up once: every request comes by.
  const [success, failure] = ["success", "failure"].map((result) => metrics.authentications.labels(result));
  const refuse = (error: unknown = unauthorized()): never => {
    failure?.inc();
    throw error;
  };
  const ask = (context: RequestContext): ReturnType<Authenticator["authenticate"]> => {
    try {
      return authenticator.authenticate(context);
    } catch (error) {
      return refuse(error);
    }
  };
  return (next) => (context) => {
    const pass = (identity: Identity | undefined): Promise<Answer> => {
      if (identity === undefined) return refuse();
      success?.inc();
      context.user = identity;
      context.headers = withoutHeaders(context.headers, isCredential);
      return next(context);
    };
    const answer = ask(context);
    return answer instanceof Promise ? answer.then(pass, refuse) : pass(answer);
  };
}
