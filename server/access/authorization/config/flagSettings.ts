import type { Quirks } from "../../../ground/settings/quirks.ts";
import { AUTHORIZATION_DEFAULTS, type AuthorizationOptions } from "../flags.ts";
import { type AuthorizerSettings, nameOfType } from "./settings.ts";

/** Timeout in milliseconds of the webhook that flags configure. */
const WEBHOOK_TIMEOUT = 30_000;

/** The authorizers according to the flags, without a configuration file. */
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
