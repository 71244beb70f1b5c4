import { unauthorized } from "../../../shared/status.ts";
import type { Authenticator } from "../../authentication/identity.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { Filter } from "../context.ts";

/** Finds out who asks. @throws ApiError 401 when nobody recognises the caller and anonymous requests are off */
export function authenticate(authenticator: Authenticator, metrics: Metrics): Filter {
  return (next) => async (context) => {
    let identity: Awaited<ReturnType<Authenticator["authenticate"]>>;
    try {
      identity = await authenticator.authenticate(context);
    } catch (error) {
      metrics.authentications.inc({ result: "failure" });
      throw error;
    }
    if (identity === undefined) {
      metrics.authentications.inc({ result: "failure" });
      throw unauthorized();
    }
    metrics.authentications.inc({ result: "success" });
    context.user = identity;
    return next(context);
  };
}
