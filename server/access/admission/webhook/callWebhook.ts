import { randomUUID } from "node:crypto";
import { badRequest } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { remainingTime } from "../../../ground/request/inFlight.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import type { Shape } from "../matching/equivalents.ts";
import { type ReviewedObjects, reviewRequest } from "../matching/reviewRequest.ts";
import { WebhookCallError } from "./callError.ts";
import { denial } from "./denial.ts";
import { InvalidAnswerError, type ReviewAnswer, readReview } from "./review.ts";
import type { Webhook } from "./webhook.ts";

/** One call of one webhook. */
export interface WebhookCall {
  readonly webhook: Webhook;
  readonly shape: Shape;
  readonly request: AdmissionRequest;
  readonly objects: ReviewedObjects;
  readonly mutating: boolean;
}

/** The parts of the server that every call needs. */
export interface CallDependencies {
  readonly vocabulary: Vocabulary;
  /** Aborts when the server stops; then no caller waits for the response. */
  readonly stopped: AbortSignal;
}

/**
 * Calls a webhook and passes on its warnings.
 * @throws WebhookCallError when there is no valid response; ApiError when it refuses, or cannot be called on a dry run
 */
export async function callWebhook(call: WebhookCall, dependencies: CallDependencies): Promise<ReviewAnswer> {
  const { webhook, request } = call;
  checkDryRun(webhook, request);
  const answer = await ask(call, dependencies);
  if (request.annotate !== undefined) await inTurns(annotate(webhook, answer, request.annotate), request.inFlight);
  for (const warning of answer.warnings) request.warn(warning);
  if (!answer.allowed) throw denial(webhook.name, answer.status);
  return answer;
}

function* annotate(
  { name }: Webhook,
  { auditAnnotations }: ReviewAnswer,
  note: NonNullable<AdmissionRequest["annotate"]>,
): Steps<void> {
  for (const key in auditAnnotations) {
    if (isTurnDue()) yield;
    const value = auditAnnotations[key];
    if (typeof value === "string") note(`${name}/${key}`, value);
  }
}

function checkDryRun({ name, sideEffects }: Webhook, { dryRun }: AdmissionRequest): void {
  if (!dryRun || sideEffects === "None" || sideEffects === "NoneOnDryRun") return;
  if (sideEffects === undefined) throw new WebhookCallError(name, "Webhook SideEffects is nil", 400);
  throw badRequest(`admission webhook ${quoted(name)} does not support dry run`);
}

async function ask(call: WebhookCall, { vocabulary, stopped }: CallDependencies): Promise<ReviewAnswer> {
  const { webhook, shape, request, objects, mutating } = call;
  const { name, reviewVersion: version } = webhook;
  const failed = (reason: string, code: number): WebhookCallError => new WebhookCallError(name, reason, code);
  if (version === undefined) {
    const message = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw failed(`could not create admission objects: ${message}`, 400);
  }
  const uid = randomUUID();
  const group = vocabulary.render("admission.{domain}");
  const review = {
    kind: "AdmissionReview",
    apiVersion: `${group}/${version}`,
    request: reviewRequest(uid, shape, request, objects),
  };
  let received: unknown;
  try {
    const left = remainingTime(request.inFlight);
    const announceTimeout = left > 0 ? Math.min(left, webhook.timeout) : true;
    received = await webhook.client().post(review, { timeout: webhook.timeout, announceTimeout, signal: stopped });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    if (error.failure === "configuration") throw failed(`could not get REST client: ${error.message}`, 500);
    throw failed(`failed to call webhook: ${error.message}`, error.failure === "status" ? error.status : 503);
  }
  try {
    return readReview(received, { uid, version, mutating, group });
  } catch (error) {
    const message = messageOf(error);
    const what = error instanceof InvalidAnswerError ? "received invalid webhook response" : "failed to call webhook";
    throw failed(`${what}: ${message}`, 503);
  }
}
