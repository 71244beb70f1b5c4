import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { createAnswerCache } from "../../webhook/answerCache.ts";
import { ACCESS_BACKOFF, type RetryParts, withBackoff } from "../../webhook/backoff.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { isAbout, refusal } from "../requests.ts";
import type { ImagePolicyConfiguration } from "./imagePolicyConfiguration.ts";
import { imageReview, type ReviewStatus, reviewSpec, statusOf } from "./imageReview.ts";

export interface ImagePolicyParts extends RetryParts {
  readonly configuration: Omit<ImagePolicyConfiguration, "kubeConfigFile">;
  readonly client: Pick<WebhookClient, "post">;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Maximum number of cached responses. */
const ANSWERS = 1024;

/** Asks an external service whether a pod may run its images, and caches the responses. */
export function imagePolicyWebhook(parts: ImagePolicyParts): AdmissionPlugin {
  const { configuration, client, vocabulary, now } = parts;
  const answers = createAnswerCache<ReviewStatus>(now, ANSWERS);
  const prefix = vocabulary.render("imagepolicywebhook.image-policy.{domain}/");
  const backoff = { ...ACCESS_BACKOFF, first: configuration.retryBackoff };

  const ask = async (request: AdmissionRequest): Promise<ReviewStatus> => {
    const spec = reviewSpec(request, vocabulary);
    const key = JSON.stringify(spec);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const review = imageReview(spec, vocabulary);
    const options = parts.signal === undefined ? {} : { signal: parts.signal };
    const status = statusOf(await withBackoff(() => client.post(review, options), backoff, parts), vocabulary);
    const ttl = status.allowed ? configuration.allowTtl : configuration.denyTtl;
    answers.set(key, status, ttl, JSON.stringify(status).length);
    return status;
  };

  return {
    name: "ImagePolicyWebhook",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") &&
      (isAbout(request, "pods") || isAbout(request, "pods", "", "ephemeralcontainers")),
    async validate(request) {
      let status: ReviewStatus;
      try {
        status = await ask(request);
      } catch (error) {
        if (!configuration.defaultAllow) throw refusal(request, messageOf(error));
        request.annotate?.(`${prefix}failed-open`, "true");
        return;
      }
      for (const [key, value] of Object.entries(status.auditAnnotations)) request.annotate?.(prefix + key, value);
      if (status.allowed) return;
      throw refusal(
        request,
        status.reason === ""
          ? "one or more images rejected by webhook backend"
          : `image policy webhook backend denied one or more images: ${status.reason}`,
      );
    },
  };
}
