import { internalError } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { callingOut } from "../../../ground/request/inFlight.ts";
import { WebhookCallError } from "./callError.ts";
import type { WebhookCall } from "./callWebhook.ts";
import { callFor, exemption, measuredCall, type WebhookDependencies } from "./dispatch.ts";
import type { WebhookMetrics } from "./webhookMetrics.ts";
import type { WebhookSource } from "./webhookSource.ts";

/**
 * Calls all matching validating webhooks concurrently, and waits for all of them. The request fails with the error that
 * came first.
 */
export function validatingWebhooks(
  source: Pick<WebhookSource, "webhooks">,
  dependencies: WebhookDependencies,
  metrics: WebhookMetrics,
): AdmissionPlugin {
  const isExempt = exemption(dependencies.vocabulary);
  const failedOpen = dependencies.vocabulary.render("failed-open.validating.webhook.admission.{domain}/round_0_index_");
  return {
    name: "ValidatingAdmissionWebhook",
    showsVersions: () => source.webhooks().length > 0,
    handles: (request) => source.webhooks().length > 0 && !isExempt(request),
    async validate(request) {
      const calls: (WebhookCall & { readonly index: number })[] = [];
      for (const [index, webhook] of source.webhooks().entries()) {
        const found = await callFor(webhook, request, dependencies, false);
        if (found !== undefined) calls.push({ ...found, index });
      }
      if (calls.length === 0) return;
      // Responses arrive in any order, but their warnings are sent in the order of the webhooks.
      const warnings = calls.map((): string[] => []);
      const errors: unknown[] = [];
      const ask = async ({ index, ...call }: (typeof calls)[number], i: number): Promise<void> => {
        const ownRequest: AdmissionRequest = { ...request, warn: (text) => warnings[i]?.push(text) };
        try {
          await measuredCall({ ...call, request: ownRequest }, dependencies, metrics, () => undefined);
        } catch (error) {
          if (!(error instanceof WebhookCallError)) errors.push(error);
          else if (call.webhook.failurePolicy === "Fail") errors.push(internalError(error.message));
          else request.annotate?.(`${failedOpen}${index}`, call.webhook.name);
        }
      };
      await callingOut(request.inFlight, dependencies.clock, () => Promise.all(calls.map(ask)));
      for (const text of warnings.flat()) request.warn(text);
      if (errors.length > 0) throw errors[0];
    },
  };
}
