import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readServerAccess } from "../../kubeconfig/readServerAccess.ts";
import { createWebhookClient, type WebhookClient } from "../../webhook/webhookClient.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import { cachedTokens } from "../bearerTokens/tokenCache.ts";
import type { TokenWebhookOptions } from "./flags.ts";
import { tokenWebhookAuthenticator } from "./tokenWebhook.ts";
import { tokenWebhookMetrics } from "./tokenWebhookMetrics.ts";

export interface TokenWebhookSetup {
  readonly vocabulary: Vocabulary;
  /** The server's own audiences. */
  readonly audiences: readonly string[];
  readonly registry: MetricRegistry;
  readonly now: () => number;
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** The method that calls the webhook; undefined without one. @throws OptionError for an invalid file */
export async function setUpTokenWebhook(
  options: TokenWebhookOptions,
  setup: TokenWebhookSetup,
): Promise<TokenAuthenticator | undefined> {
  const file = options.authenticationTokenWebhookConfigFile;
  if (file === undefined) return undefined;
  const client = await openClient(file, setup.vocabulary.render("{prefix}-apiserver"));
  const stopping = new AbortController();
  setup.onStop(() => {
    stopping.abort();
    client.close();
  });
  const { requests, lookups } = tokenWebhookMetrics(setup.registry);
  const method = tokenWebhookAuthenticator({
    client,
    version: options.authenticationTokenWebhookVersion,
    vocabulary: setup.vocabulary,
    audiences: setup.audiences,
    onAttempt: (code) => requests.inc({ code }),
    signal: stopping.signal,
    onFailure: (message) => setup.warn(`the token webhook could not be asked: ${message}`),
  });
  return cachedTokens(method, {
    successTtl: options.authenticationTokenWebhookCacheTtl,
    failureTtl: options.authenticationTokenWebhookCacheTtl,
    now: setup.now,
    onLookup: (status) => lookups.inc({ status }),
  });
}

async function openClient(file: string, userAgent: string): Promise<WebhookClient> {
  try {
    return createWebhookClient({ ...(await readServerAccess(file)), userAgent });
  } catch (error) {
    const message = messageOf(error);
    throw new OptionError(`--authentication-token-webhook-config-file: ${message}`);
  }
}
