import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { ACCESS_BACKOFF, type Backoff, type RetryParts, withBackoff } from "../../webhook/backoff.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import type { TokenWebhookVersion } from "./flags.ts";

export interface TokenWebhookParts extends RetryParts {
  readonly client: Pick<WebhookClient, "post">;
  readonly version: TokenWebhookVersion;
  readonly vocabulary: Vocabulary;
  /** The server's own audiences, which apply to a token when the webhook names none. */
  readonly audiences: readonly string[];
  readonly backoff?: Backoff;
  /** Called for each attempt with the status of the response, or `<error>` without one. */
  readonly onAttempt?: (code: string) => void;
  /** Called, without any secrets, when there was no response. */
  readonly onFailure?: (text: string) => void;
}

/** Maximum milliseconds for one review with all its attempts. */
const TIMEOUT = 30_000;

/** `status` of a TokenReview as received. */
interface ReviewStatus {
  readonly authenticated?: boolean;
  readonly user?: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[] | null;
    readonly extra?: Readonly<Record<string, readonly string[]>> | null;
  } | null;
  readonly audiences?: readonly string[] | null;
  readonly error?: string;
}

/**
 * Sends a TokenReview to an external service to authenticate a token for certain audiences. A token that the service
 * refuses, or that has other audiences, authenticates no user. Failed calls are errors.
 */
export function tokenWebhookAuthenticator(parts: TokenWebhookParts): TokenAuthenticator {
  const apiVersion = parts.vocabulary.render(`authentication.{domain}/${parts.version}`);
  const { onAttempt = () => undefined, onFailure = () => undefined } = parts;

  const ask = async (token: string, audiences: readonly string[], signal: AbortSignal): Promise<ReviewStatus> => {
    const review = {
      kind: "TokenReview",
      apiVersion,
      metadata: { creationTimestamp: null },
      spec: { token, ...(audiences.length > 0 ? { audiences } : {}) },
      status: { user: {} },
    };
    try {
      const answer = statusOf(await parts.client.post(review, { signal }), apiVersion);
      onAttempt("200");
      return answer;
    } catch (error) {
      onAttempt(error instanceof WebhookError && error.status > 0 ? String(error.status) : "<error>");
      throw error;
    }
  };

  return {
    name: "tokenWebhook",
    async authenticateToken(token, asked) {
      let status: ReviewStatus;
      try {
        const timeout = AbortSignal.timeout(TIMEOUT);
        const signal = parts.signal === undefined ? timeout : AbortSignal.any([timeout, parts.signal]);
        const { backoff = ACCESS_BACKOFF } = parts;
        status = await withBackoff(() => ask(token, asked, signal), backoff, { ...parts, signal });
      } catch (error) {
        if (parts.signal?.aborted !== true) onFailure(describe(error));
        // The service may have repeated the token in its response.
        throw new Error(withoutToken(messageOf(error), token));
      }
      const named = status.audiences?.length ? status.audiences : parts.audiences;
      const audiences = asked.filter((audience) => named.includes(audience));
      if (asked.length > 0 && audiences.length === 0) return undefined;
      if (status.authenticated === true) return { identity: identityOf(status), audiences };
      if (status.error) throw new Error(withoutToken(status.error, token));
      return undefined;
    },
  };
}

/** A very short token may occur in any text, and is not a secret. */
const withoutToken = (text: string, token: string): string =>
  token.length < 6 ? text : text.replaceAll(token, "[token]");

/** @throws WebhookError `body` for anything but a TokenReview of that version */
function statusOf(answer: unknown, apiVersion: string): ReviewStatus {
  const review = (answer ?? {}) as { kind?: unknown; apiVersion?: unknown; status?: unknown };
  if (review.kind !== "TokenReview" || review.apiVersion !== apiVersion) {
    throw new WebhookError("body", `the answer is no TokenReview of ${apiVersion}`, 200);
  }
  return typeof review.status === "object" && review.status !== null ? (review.status as ReviewStatus) : {};
}

function identityOf({ user }: ReviewStatus): Identity {
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  const extra = Object.entries(user?.extra ?? {}).map(([key, values]) => [key, texts(values)] as const);
  return {
    username: typeof user?.username === "string" ? user.username : "",
    ...(typeof user?.uid === "string" && user.uid !== "" ? { uid: user.uid } : {}),
    groups: texts(user?.groups),
    extra: Object.fromEntries(extra),
  };
}

/** For logs: the kind of failure, without any text from the service. */
function describe(error: unknown): string {
  if (!(error instanceof WebhookError)) return "the call failed";
  return error.failure === "status" ? `status ${error.status}` : error.failure;
}
