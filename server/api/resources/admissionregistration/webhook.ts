import type { MutatingWebhook, ValidatingWebhookConfiguration } from "kubernetes-types/admissionregistration/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import type { MatchCondition } from "./rules.ts";

/** A validating or mutating webhook; only mutating ones have a reinvocation policy. */
export type Webhook = Partial<MutatingWebhook> & { readonly matchConditions?: readonly MatchCondition[] };

/** Versions of admission reviews that this server sends. */
export const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];

/** Side effects that are permitted: none at all, or none on a dry run. */
export const SAFE_SIDE_EFFECTS: readonly string[] = ["None", "NoneOnDryRun"];

/** The webhooks of a configuration of either kind. */
export function* webhooksOf(object: ApiObject): Steps<readonly Webhook[]> {
  const { webhooks = [] } = yield* decodedInSteps<Partial<ValidatingWebhookConfiguration>>(object);
  return webhooks as readonly Webhook[];
}

/** Whether a dry run has no side effects at the webhook. */
export const isSafe = ({ sideEffects }: Webhook): boolean => SAFE_SIDE_EFFECTS.includes(sideEffects ?? "");

/** Whether the webhook accepts a review version that this server sends. */
export const knowsReview = ({ admissionReviewVersions = [] }: Webhook): boolean =>
  admissionReviewVersions.some((version) => REVIEW_VERSIONS.includes(version));
