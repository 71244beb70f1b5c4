import { repeated } from "../../../../shared/collections/repeated.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { matchConditionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { checkLabel1035, invalidBy } from "../../../ground/formats/names/names.ts";
import { validateFullyQualifiedName } from "../../../ground/formats/names/qualifiedDomain.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { type ClientConfigShape, validateWebhookService, validateWebhookUrl } from "../validation/webhookClient.ts";
import { ruleErrors, validateMatchConditions } from "./rules.ts";
import { knowsReview, REVIEW_VERSIONS, SAFE_SIDE_EFFECTS, type Webhook, webhooksOf } from "./webhook.ts";
import { NO_ALLOWANCES, type WebhookAllowances } from "./webhookAllowances.ts";

const ALL_SIDE_EFFECTS = ["None", "NoneOnDryRun", "Some", "Unknown"];
/** In seconds. */
const MAX_TIMEOUT = 30;

/** Field errors of both kinds of webhook configuration. */
export function* validateWebhookConfiguration(
  object: ApiObject,
  allowances: WebhookAllowances = NO_ALLOWANCES,
): Steps<FieldError[]> {
  const names = new Set<string>();
  return yield* errorsWithin(yield* webhooksOf(object), "webhooks", function* (webhook, at) {
    const errors = [
      ...(yield* validateWebhook(webhook, at, allowances)),
      ...(yield* reviewVersionErrors(webhook, child(at, "admissionReviewVersions"), allowances)),
    ];
    const name = webhook.name ?? "";
    if (!allowances.repeatedNames && name !== "" && names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    return errors;
  });
}

function* validateWebhook(webhook: Webhook, path: string, allowances: WebhookAllowances): Steps<FieldError[]> {
  const { selectors } = allowances;
  const choice = (member: "failurePolicy" | "matchPolicy" | "reinvocationPolicy", values: readonly string[]) => {
    const value = webhook[member];
    return value === undefined || values.includes(value) ? [] : [notSupported(child(path, member), value, values)];
  };
  const seconds = webhook.timeoutSeconds;
  const timeout = child(path, "timeoutSeconds");
  const conditions = allowances.sameConditions
    ? []
    : yield* validateMatchConditions(
        webhook.matchConditions,
        child(path, "matchConditions"),
        matchConditionEnvironment(),
      );
  return [
    ...validateFullyQualifiedName(webhook.name ?? "", child(path, "name")),
    ...(yield* errorsWithin(webhook.rules, child(path, "rules"), ruleErrors)),
    ...choice("failurePolicy", ["Fail", "Ignore"]),
    ...choice("matchPolicy", ["Equivalent", "Exact"]),
    ...validateSideEffects(webhook.sideEffects, child(path, "sideEffects"), allowances),
    ...(seconds !== undefined && (seconds < 1 || seconds > MAX_TIMEOUT)
      ? [invalid(timeout, seconds, `the timeout value must be between 1 and ${MAX_TIMEOUT} seconds`)]
      : []),
    ...(yield* labelSelectorErrors(webhook.namespaceSelector, child(path, "namespaceSelector"), selectors)),
    ...(yield* labelSelectorErrors(webhook.objectSelector, child(path, "objectSelector"), selectors)),
    ...choice("reinvocationPolicy", ["IfNeeded", "Never"]),
    ...validateClientConfig(webhook.clientConfig, child(path, "clientConfig")),
    ...conditions,
  ];
}

function validateSideEffects(value: string | undefined, path: string, allowances: WebhookAllowances): FieldError[] {
  const allowed = allowances.sideEffects ? ALL_SIDE_EFFECTS : SAFE_SIDE_EFFECTS;
  if (value === undefined) return [required(path, `must specify one of ${allowed.join(", ")}`)];
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

function validateClientConfig(config: ClientConfigShape | undefined, path: string): FieldError[] {
  const { url, service } = config ?? {};
  if (url !== undefined && service === undefined) return validateWebhookUrl(url, child(path, "url"));
  if (service !== undefined && url === undefined) return validateWebhookService(service, child(path, "service"));
  return [required(path, "exactly one of url or service is required")];
}

function* reviewVersionErrors(webhook: Webhook, path: string, allowances: WebhookAllowances): Steps<FieldError[]> {
  const versions = webhook.admissionReviewVersions ?? [];
  const known = REVIEW_VERSIONS.join(", ");
  if (versions.length === 0) return [required(path, `must specify one of ${known}`)];
  const again = repeated(versions);
  const errors = yield* errorsOfEach(versions, path, (version, at, i) =>
    again.has(i) ? [invalid(at, version, "duplicate version")] : invalidBy(at, version, checkLabel1035(version)),
  );
  if (allowances.unknownVersions || knowsReview(webhook)) return errors;
  return [...errors, invalidText(path, textList(versions), `must include at least one of ${known}`)];
}
