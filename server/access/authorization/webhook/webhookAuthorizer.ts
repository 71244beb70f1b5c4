import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Attributes, Authorizer, Verdict } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { createAnswerCache } from "../../webhook/answerCache.ts";
import { ACCESS_BACKOFF, type RetryParts, withBackoff } from "../../webhook/backoff.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import type { AuthorizationMetrics, WebhookResult } from "../authorizationMetrics.ts";
import { type MatchCondition, matchConditions } from "./matchConditions.ts";
import type { ReviewStatus, SendReview } from "./reviewEndpoint.ts";
import { conditionRequest, type ReviewSpec, reviewSpec } from "./reviewSpec.ts";

export interface WebhookAuthorizerOptions {
  readonly name: string;
  /** Milliseconds for which positive and other responses are cached. */
  readonly authorizedTTL: number;
  readonly unauthorizedTTL: number;
  /** The decision when the webhook cannot be called. */
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** All of them must be true for the webhook to be called. */
  readonly conditions: readonly MatchCondition[];
  readonly send: SendReview;
  readonly metrics: AuthorizationMetrics;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the webhook could not be called and a caller waits for the response. */
  readonly onError: (error: unknown) => void;
  /** For tests: how to wait between retries. */
  readonly retry?: RetryParts;
}

const NO_OPINION: Verdict = { decision: "noOpinion", reason: "" };
/** Maximum number of characters, chosen by the client, in a cached request; longer ones are not cached. */
const MAX_REMEMBERED = 10_000;

/** Mode `Webhook`: sends a SubjectAccessReview to an external service, which decides. Its responses are cached. */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { name, conditions, send, metrics, now } = options;
  const cache = createAnswerCache<ReviewStatus>(now);
  const seconds = (since: number): number => (performance.now() - since) / 1000;

  const failed = (evaluationError: string): Verdict => ({
    decision: options.failurePolicy === "Deny" ? "deny" : "noOpinion",
    reason: "",
    evaluationError,
  });

  const askOnce = async (spec: ReviewSpec, signal: AbortSignal | undefined): Promise<ReviewStatus> => {
    const start = performance.now();
    try {
      const status = await send(spec, signal);
      metrics.evaluated(name, "success", seconds(start));
      return status;
    } catch (error) {
      metrics.evaluated(name, resultOf(error, signal), seconds(start));
      throw error;
    }
  };

  const askAndRemember = async (
    attributes: Attributes,
    spec: ReviewSpec,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> => {
    try {
      const status = await withBackoff(() => askOnce(spec, signal), ACCESS_BACKOFF, { ...options.retry, signal });
      if (chosenLength(attributes) < MAX_REMEMBERED) {
        const ttl = status.allowed ? options.authorizedTTL : options.unauthorizedTTL;
        cache.set(key, status, ttl, status.reason.length);
      }
      return verdictOf(status);
    } catch (error) {
      if (signal?.aborted !== true) {
        options.onError(error);
        if (options.failurePolicy === "NoOpinion") metrics.failedOpen(name, resultOf(error, signal));
      }
      return failed(messageOf(error));
    }
  };

  const decide: Authorizer["authorize"] = (user, attributes, request) => {
    const spec = reviewSpec(user, attributes);
    const key = stringifyJson(spec);
    const known = cache.get(key);
    return known === undefined ? askAndRemember(attributes, spec, key, request?.signal) : verdictOf(known);
  };

  /** The verdict when conditions exclude a request from the webhook; undefined otherwise. */
  const matching = async (user: Identity, attributes: Attributes): Promise<Verdict | undefined> => {
    const start = performance.now();
    const match = await matchConditions(conditions, conditionRequest(user, attributes), user.username);
    const outcome = "error" in match ? "failed" : match.matches ? "asked" : "excluded";
    metrics.matched(name, outcome, seconds(start));
    if ("error" in match) return failed(match.error);
    return match.matches ? undefined : NO_OPINION;
  };

  return {
    name,
    authorize(user, attributes, request) {
      if (conditions.length === 0) return decide(user, attributes, request);
      return matching(user, attributes).then((excluded) => excluded ?? decide(user, attributes, request));
    },
    rulesFor: () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: "webhook authorizer does not support user rule resolution",
    }),
  };
}

function verdictOf({ allowed, denied, reason }: ReviewStatus): Verdict {
  if (!denied) return { decision: allowed ? "allow" : "noOpinion", reason };
  if (!allowed) return { decision: "deny", reason };
  const evaluationError = "webhook subject access review returned both allow and deny response";
  return { decision: "deny", reason, evaluationError };
}

function resultOf(error: unknown, signal: AbortSignal | undefined): WebhookResult {
  if (signal?.aborted === true) return "canceled";
  if (!(error instanceof WebhookError)) return "error";
  return error.failure === "timeout" || error.status === 504 ? "timeout" : "error";
}

function chosenLength(attributes: Attributes): number {
  if (!attributes.resourceRequest) return attributes.verb.length + attributes.path.length;
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  return [namespace, verb, group, version, resource, subresource, name].join("").length;
}
