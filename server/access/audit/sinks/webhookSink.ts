import { parseJson } from "../../../../shared/json/parseJson.ts";
import { type Backoff, type RetryParts, withBackoff } from "../../webhook/backoff.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import type { AuditSink, SinkFailed } from "./auditSink.ts";

export interface WebhookSinkOptions {
  /** Milliseconds before the first retry. */
  readonly initialBackoff: number;
  /** `audit.{domain}`, rendered. */
  readonly group: string;
  /** Its signal also aborts calls that are under way. */
  readonly retry?: Omit<RetryParts, "passes">;
}

/** Sends events to an external service as one EventList. Every failure is retried. */
export function webhookSink(client: WebhookClient, options: WebhookSinkOptions, onFailure: SinkFailed): AuditSink {
  const { initialBackoff, group, retry } = options;
  const backoff: Backoff = { first: initialBackoff, factor: 1.5, jitter: 0.2, attempts: 5 };
  return {
    async process(events) {
      const list = {
        kind: "EventList",
        apiVersion: `${group}/v1`,
        metadata: {},
        items: events.map(({ json }) => parseJson(json)),
      };
      const signal = retry?.signal;
      const call = () => client.post(list, signal === undefined ? {} : { signal }).catch(orAnyAnswer);
      try {
        await withBackoff(call, backoff, { ...retry, passes: () => true });
        return true;
      } catch (error) {
        onFailure("webhook", error, events);
        return false;
      }
    },
    async close() {
      client.close();
    },
  };
}

/**
 * Ignores an invalid response body, because a service that accepts events may respond with anything.
 * @throws other errors
 */
function orAnyAnswer(error: unknown): void {
  if (!(error instanceof WebhookError && error.failure === "body")) throw error;
}
