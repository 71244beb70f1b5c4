import { quoted } from "../../../../shared/text/quoted.ts";

/**
 * A webhook could not be asked, or its answer is invalid: the failure policy decides what follows. A refusal by the
 * webhook itself is an `ApiError`.
 */
export class WebhookCallError extends Error {
  /** HTTP status of the answer, or the one that describes the failure; for metrics. */
  readonly code: number;

  /** @param reason what happened, in the reference's words */
  constructor(webhook: string, reason: string, code: number) {
    super(`failed calling webhook ${quoted(webhook)}: ${reason}`);
    this.name = "WebhookCallError";
    this.code = code;
  }
}
