import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { LabelSelectorOptions } from "../../../ground/formats/names/labels.ts";
import { selectorOptions } from "../validation/selectorValues.ts";
import { isSafe, knowsReview, type Webhook, webhooksOf } from "./webhook.ts";

/** What an update may keep of what earlier rules let pass. */
export interface WebhookAllowances {
  /** Match conditions are as they were stored, and need not be looked at. */
  readonly sameConditions: boolean;
  /** Webhooks with side effects are stored. */
  readonly sideEffects: boolean;
  /** Webhooks are stored that speak no version this server knows. */
  readonly unknownVersions: boolean;
  /** Webhooks of the same name are stored. */
  readonly repeatedNames: boolean;
  readonly selectors: LabelSelectorOptions;
}

/** A new configuration is allowed nothing. */
export const NO_ALLOWANCES: WebhookAllowances = {
  sameConditions: false,
  sideEffects: false,
  unknownVersions: false,
  repeatedNames: false,
  selectors: {},
};

/** What the stored configuration allows its successor. */
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
