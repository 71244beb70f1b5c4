import { legacyUseRecorder } from "../../access/authentication/serviceAccounts/legacyTokenUse.ts";
import { type Authentication, setUpAuthentication } from "../../access/authentication/setup.ts";
import type { AuthorizationPlan } from "../../access/authorization/config/plan.ts";
import { setUpAuthorization } from "../../access/authorization/setup.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { Foundation } from "./foundation.ts";
import type { Store } from "./storage/openStore.ts";

/** Authentication and authorization. */
export interface Access {
  readonly authentication: Authentication;
  readonly authorizer: Authorizer;
}

/**
 * @param client returns the API, which is created after its access control
 * @throws OptionError for a file that cannot be used
 */
export async function setUpAccess(
  foundation: Foundation,
  { pki, hub }: Store,
  plan: AuthorizationPlan,
  client: () => ApiClient,
): Promise<Access> {
  const { options, now, log, lifetime, vocabulary, features, metrics, schema } = foundation;
  const common = { reader: hub, vocabulary, schema, features, registry: metrics.registry, now };
  const authentication = await setUpAuthentication(options, {
    ...common,
    pki,
    own: foundation.own.authenticator,
    warn: (text) => log.warn(text),
    onLegacyUse: options.readOnly
      ? () => undefined
      : legacyUseRecorder({
          client,
          vocabulary,
          now,
          onError: (error) => log.warn({ err: error }, "the use of a token in a secret could not be noted"),
        }),
    onStop: (end) => lifetime.add(end),
  });
  const authorization = await setUpAuthorization(plan, {
    ...common,
    onError: (error, message) => log.error({ err: error }, message),
  });
  lifetime.add(() => authorization.stop());
  for (const warning of plan.warnings) log.warn(warning);
  return { authentication, authorizer: authorization.authorizer };
}
