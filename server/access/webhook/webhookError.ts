/**
 * Why a webhook gave no usable answer:
 * - `configuration`: the client cannot even be made (unreadable certificates, an invalid address)
 * - `connection`, `tls`, `timeout`, `canceled`: there was no answer
 * - `status`: it answered with another status than success
 * - `body`: its answer is no JSON
 * - `tooLarge`: its answer is longer than is read
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

/** A call that failed. The message is the one that clients of the API know, and holds no credentials. */
export class WebhookError extends Error {
  readonly failure: WebhookFailure;
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;

  constructor(failure: WebhookFailure, message: string, status = 0) {
    super(message);
    this.name = "WebhookError";
    this.failure = failure;
    this.status = status;
  }
}
