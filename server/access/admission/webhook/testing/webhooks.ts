import type { WebhookClient } from "../../../webhook/webhookClient.ts";
import { noExpressions } from "../conditions.ts";
import { compileWebhooks, type Webhook, type WebhookDeclaration } from "../webhook.ts";

const EVERYTHING = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };

/** A declaration that matches everything, with the defaults of a stored configuration. */
export const declaration = (parts: WebhookDeclaration = {}): WebhookDeclaration => ({
  name: "hook.example.com",
  clientConfig: { url: "https://hook.example.com" },
  rules: [EVERYTHING],
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  sideEffects: "None",
  timeoutSeconds: 10,
  admissionReviewVersions: ["v1"],
  ...parts,
});

/** A compiled webhook; `answer` computes its response from the review. */
export function testWebhook(
  parts: WebhookDeclaration = {},
  answer: (review: { request: Record<string, unknown> }) => unknown = () => undefined,
): Webhook {
  const client: WebhookClient = {
    post: async (body) => answer(body as { request: Record<string, unknown> }),
    close: () => undefined,
  };
  const [webhook] = compileWebhooks("config", [declaration(parts)], {
    compileCondition: noExpressions,
    client: () => client,
  });
  if (webhook === undefined) throw new Error("no webhook");
  return webhook;
}
