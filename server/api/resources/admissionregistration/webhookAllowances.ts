import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { LabelSelectorOptions } from "../../../ground/formats/names/labels.ts";
import { selectorOptions } from "../validation/selectorValues.ts";
import { isSafe, knowsReview, type Webhook, webhooksOf } from "./webhook.ts";

/** Violations that an update may keep because the stored object already has them. */
export interface WebhookAllowances {
  /** Match conditions are unchanged, so they are not checked again. */
  readonly sameConditions: boolean;
  /** The stored object has webhooks with side effects. */
  readonly sideEffects: boolean;
  /** The stored object has webhooks that accept no review version of this server. */
  readonly unknownVersions: boolean;
  /** The stored object has webhooks with equal names. */
  readonly repeatedNames: boolean;
  readonly selectors: LabelSelectorOptions;
}

/** For a new configuration, which may have no violations. */
export const NO_ALLOWANCES: WebhookAllowances = {
  sameConditions: false,
  sideEffects: false,
  unknownVersions: false,
  repeatedNames: false,
  selectors: {},
};

/** The allowances that a stored configuration gives to an update of it. */
export function* webhookAllowances(object: ApiObject, stored: ApiObject): Steps<WebhookAllowances> {
  const now = yield* webhooksOf(object);
  const before = yield* webhooksOf(stored);
  const conditions = (webhooks: readonly Webhook[]) => webhooks.map(({ matchConditions }) => matchConditions ?? null);
  return {
    sameConditions: yield* equalInSteps(conditions(now), conditions(before)),
    sideEffects: !before.every(isSafe),
    unknownVersions: !before.every((webhook) => knowsReview(webhook) || webhook.admissionReviewVersions?.length === 0),
    repeatedNames: new Set(before.map(({ name }) => name)).size < before.length,
    selectors: yield* selectorOptions(
      before.flatMap(({ namespaceSelector, objectSelector }) => [namespaceSelector, objectSelector]),
    ),
  };
}
