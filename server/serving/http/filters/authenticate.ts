import { unauthorized } from "../../../../shared/status.ts";
import type { Authenticator } from "../../../access/authentication/authenticator.ts";
import type { Metrics } from "../../../ground/observability/metrics/metrics.ts";
import type { Answer, Filter } from "../../../ground/request/context.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { withoutHeaders } from "./withoutHeaders.ts";

/** Whether a header (in lower case) contains credentials. Nothing after authentication may see those. */
export type IsCredential = (name: string) => boolean;

/**
 * Authenticates the caller, and removes the credentials from the request.
 * @throws ApiError 401 when no authenticator recognises the caller and anonymous requests are off
 */
export function authenticate(authenticator: Authenticator, metrics: Metrics, isCredential: IsCredential): Filter {
  // Looked up once, because every request uses them.
  const by = (result: string) => ({
    attempts: metrics.authentications.labels(result),
    seconds: metrics.authenticationDuration.labels({ result }),
  });
  const [success, failure] = [by("success"), by("failure")];
  const count = ({ attempts, seconds }: typeof success, start: number): void => {
    attempts.inc();
    seconds.observe((performance.now() - start) / 1000);
  };
  return (next) => (context) => {
    const start = performance.now();
    const refuse = (error: unknown = unauthorized()): never => {
      count(failure, start);
      throw error;
    };
    const pass = (identity: Identity | undefined): Promise<Answer> => {
      if (identity === undefined) return refuse();
      count(success, start);
      metrics.userSeen(identity.username);
      context.user = identity;
      context.headers = withoutHeaders(context.headers, isCredential);
      return next(context);
    };
    let answer: ReturnType<Authenticator["authenticate"]>;
    try {
      answer = authenticator.authenticate(context);
    } catch (error) {
      return refuse(error);
    }
    return answer instanceof Promise ? answer.then(pass, refuse) : pass(answer);
  };
}
