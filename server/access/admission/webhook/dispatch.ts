import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { type MatchDependencies, matchRequest } from "../matching/matchRequest.ts";
import { objectsIn, reviewRequest } from "../matching/reviewRequest.ts";
import { type CallDependencies, callWebhook, type WebhookCall } from "./callWebhook.ts";
import { conditionsHold } from "./conditions.ts";
import type { ReviewAnswer } from "./review.ts";
import type { Webhook } from "./webhook.ts";
import type { WebhookMetrics } from "./webhookMetrics.ts";

/** The parts of the server that both kinds of webhooks need. */
export interface WebhookDependencies extends MatchDependencies, CallDependencies {
  /** A monotonic time in milliseconds, for durations. */
  clock(): number;
}

const EXEMPT = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** Webhooks are not called for objects that configure admission, because a broken one could not be removed any more. */
export function exemption(vocabulary: Vocabulary): (request: AdmissionRequest) => boolean {
  const group = vocabulary.render("admissionregistration.{domain}");
  return ({ kind }) => kind.group === group && EXEMPT.has(kind.kind);
}

/** The review to send to a webhook for a request; undefined when the webhook need not be called. @throws ApiError */
export async function callFor(
  webhook: Webhook,
  request: AdmissionRequest,
  dependencies: WebhookDependencies,
  mutating: boolean,
): Promise<WebhookCall | undefined> {
  const shape = matchRequest(webhook, request, dependencies);
  if (shape === undefined) return undefined;
  const objects = await objectsIn(shape, request, dependencies.equivalents);
  if (webhook.conditions.length > 0) {
    const variables = {
      object: objects.object ?? null,
      oldObject: objects.oldObject ?? null,
      request: reviewRequest("", shape, request, objects),
      user: request.user,
      inFlight: request.inFlight,
    };
    if (!(await conditionsHold(webhook.conditions, webhook.failurePolicy, request, variables))) return undefined;
  }
  return { webhook, shape, request, objects, mutating };
}

/** {@link callWebhook} with metrics. `act` processes the response and counts as part of the call. */
export async function measuredCall<T>(
  call: WebhookCall,
  dependencies: WebhookDependencies,
  metrics: WebhookMetrics,
  act: (answer: ReviewAnswer) => T | Promise<T>,
): Promise<T> {
  const start = dependencies.clock();
  const done = (error: unknown): void =>
    metrics.called(call.webhook, call.request, (dependencies.clock() - start) / 1000, error);
  try {
    const result = await act(await callWebhook(call, dependencies));
    done(undefined);
    return result;
  } catch (error) {
    done(error);
    throw error;
  }
}
