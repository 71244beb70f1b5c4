import type { Quirks } from "../../../ground/settings/quirks.ts";
import { AUTHORIZATION_DEFAULTS, type AuthorizationOptions } from "../flags.ts";
import { type AuthorizerSettings, nameOfType } from "./settings.ts";

/** For the one webhook that flags can name, in milliseconds. */
const WEBHOOK_TIMEOUT = 30_000;

/** The authorizers that the flags mean when there is no configuration file. */
export function flagSettings(options: AuthorizationOptions, quirks: Quirks): AuthorizerSettings[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: AuthorizationOptions & typeof AUTHORIZATION_DEFAULTS = {
    ...AUTHORIZATION_DEFAULTS,
    ...Object.fromEntries(given),
  };
  const modes: NonNullable<AuthorizationOptions["authorizationMode"]> = settings.authorizationMode;
  return modes.map((type): AuthorizerSettings => {
    if (type !== "Webhook") return { type, name: nameOfType(type) };
    return {
      type,
      name: "default",
      webhook: {
        authorizedTTL: settings.authorizationWebhookCacheAuthorizedTtl,
        unauthorizedTTL: settings.authorizationWebhookCacheUnauthorizedTtl,
        timeout: WEBHOOK_TIMEOUT,
        version: settings.authorizationWebhookVersion,
        failurePolicy: quirks.follows("failedWebhookHasNoOpinion") ? "NoOpinion" : "Deny",
        kubeConfigFile: settings.authorizationWebhookConfigFile,
        conditions: [],
      },
    };
  });
}
