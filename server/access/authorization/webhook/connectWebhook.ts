import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { inClusterAccess, ownPodFiles } from "../../kubeconfig/inClusterAccess.ts";
import { readServerAccess } from "../../kubeconfig/readServerAccess.ts";
import { createWebhookClient } from "../../webhook/webhookClient.ts";
import type { AuthorizationMetrics } from "../authorizationMetrics.ts";
import type { WebhookSettings } from "../config/settings.ts";
import { reviewEndpoint } from "./reviewEndpoint.ts";
import { webhookAuthorizer } from "./webhookAuthorizer.ts";

export interface WebhookParts {
  readonly schema: Schema;
  readonly metrics: AuthorizationMetrics;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the webhook could not be called. */
  readonly onError: (error: unknown) => void;
}

/**
 * A webhook's authorizer with its connections. It connects only for the first request.
 * @throws Error when its client configuration is unusable
 */
export async function connectWebhook(
  name: string,
  settings: WebhookSettings,
  { schema, ...parts }: WebhookParts,
): Promise<{ readonly authorizer: Authorizer; readonly close: () => void }> {
  const { kubeConfigFile, version, timeout } = settings;
  const { vocabulary } = schema;
  const access =
    kubeConfigFile === undefined
      ? await inClusterAccess(vocabulary, ownPodFiles(vocabulary, parts.now))
      : await readServerAccess(kubeConfigFile);
  const client = createWebhookClient({ ...access, userAgent: vocabulary.render("{prefix}-apiserver") });
  const send = reviewEndpoint(client, version, timeout, schema);
  return { authorizer: webhookAuthorizer({ name, ...settings, send, ...parts }), close: () => client.close() };
}
