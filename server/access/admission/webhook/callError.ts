import { quoted } from "../../../../shared/text/quoted.ts";

/**
 * Thrown when a webhook cannot be called or its response is invalid; the failure policy determines the consequence. A
 * refusal by the webhook itself is an `ApiError`.
 */
export class WebhookCallError extends Error {
  /** HTTP status of the response, or a status that describes the failure; for metrics. */
  readonly code: number;

  /** @param reason what happened, in the reference's words */
  constructor(webhook: string, reason: string, code: number) {
    super(`failed calling webhook ${quoted(webhook)}: ${reason}`);
    this.name = "WebhookCallError";
    this.code = code;
  }
}
