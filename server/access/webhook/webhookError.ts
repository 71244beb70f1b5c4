/**
 * Why a webhook call has no usable response:
 * - `configuration`: the client cannot be created (unreadable certificates, an invalid address)
 * - `connection`, `tls`, `timeout`, `canceled`: there was no response
 * - `status`: the response has an error status
 * - `body`: the response is not JSON
 * - `tooLarge`: the response exceeds the size limit
 */
export type WebhookFailure =
  | "configuration"
  | "connection"
  | "tls"
  | "timeout"
  | "canceled"
  | "status"
  | "body"
  | "tooLarge";

/** A failed call. The message is the one that clients of the API expect, and contains no credentials. */
export class WebhookError extends Error {
  readonly failure: WebhookFailure;
  /** HTTP status of the response; 0 when there was none. */
  readonly status: number;

  constructor(failure: WebhookFailure, message: string, status = 0) {
    super(message);
    this.name = "WebhookError";
    this.failure = failure;
    this.status = status;
  }
}
