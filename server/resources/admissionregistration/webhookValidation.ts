import type {
  MutatingWebhook,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from "kubernetes-types/admissionregistration/v1";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
} from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkLabel, checkSubdomain, invalidBy } from "../validation/names.ts";
import { checkPort } from "../validation/numbers.ts";
import { type MatchCondition, validateMatchConditions, validateRuleWithOperations } from "./rules.ts";

type Webhook = Partial<MutatingWebhook> & { readonly matchConditions?: readonly MatchCondition[] };

const REVIEW_VERSIONS = ["v1", "v1beta1"];
const MAX_TIMEOUT = 30;

/** Field errors of both kinds of webhook configuration. */
export function validateWebhookConfiguration(object: ApiObject): FieldError[] {
  const webhooks = (decoded<ValidatingWebhookConfiguration>(object).webhooks ?? []) as readonly Webhook[];
  const names = new Set<string>();
  return webhooks.flatMap((webhook, i) => {
    const at = index("webhooks", i);
    const errors = validateWebhook(webhook, at);
    const name = webhook.name ?? "";
    if (name !== "" && names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    const versions = webhook.admissionReviewVersions ?? [];
    return [...errors, ...validateReviewVersions(versions, child(at, "admissionReviewVersions"))];
  });
}

function validateWebhook(webhook: Webhook, path: string): FieldError[] {
  const errors = validateDomainName(webhook.name ?? "", child(path, "name"));
  for (const [i, rule] of (webhook.rules ?? []).entries()) {
    errors.push(...validateRuleWithOperations(rule, index(child(path, "rules"), i)));
  }
  const enumerated = (member: "failurePolicy" | "matchPolicy" | "reinvocationPolicy", values: readonly string[]) => {
    const value = webhook[member];
    if (value !== undefined && !values.includes(value)) errors.push(notSupported(child(path, member), value, values));
  };
  enumerated("failurePolicy", ["Fail", "Ignore"]);
  enumerated("matchPolicy", ["Equivalent", "Exact"]);
  const effects = webhook.sideEffects;
  const allowed = ["None", "NoneOnDryRun"];
  if (effects === undefined) {
    errors.push(required(child(path, "sideEffects"), "must specify one of None, NoneOnDryRun"));
  } else if (!allowed.includes(effects)) errors.push(notSupported(child(path, "sideEffects"), effects, allowed));
  const seconds = webhook.timeoutSeconds;
  if (seconds !== undefined && (seconds < 1 || seconds > MAX_TIMEOUT)) {
    const why = `the timeout value must be between 1 and ${MAX_TIMEOUT} seconds`;
    errors.push(invalid(child(path, "timeoutSeconds"), seconds, why));
  }
  errors.push(...validateLabelSelector(webhook.namespaceSelector, child(path, "namespaceSelector")));
  errors.push(...validateLabelSelector(webhook.objectSelector, child(path, "objectSelector")));
  errors.push(...validateClientConfig(webhook.clientConfig, child(path, "clientConfig")));
  enumerated("reinvocationPolicy", ["IfNeeded", "Never"]);
  return [...errors, ...validateMatchConditions(webhook.matchConditions, child(path, "matchConditions"))];
}

/** Webhooks are named like hosts, with three parts at least, so that names of different owners differ. */
function validateDomainName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const errors = invalidBy(path, name, checkSubdomain(name));
  if (errors.length > 0) return errors;
  return name.split(".").length < 3
    ? [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    : [];
}

function validateClientConfig(config: WebhookClientConfig | undefined, path: string): FieldError[] {
  const { url, service } = config ?? {};
  if ((url === undefined) === (service === undefined)) {
    return [required(path, "exactly one of url or service is required")];
  }
  if (url !== undefined) return validateUrl(url, child(path, "url"));
  const errors: FieldError[] = [];
  const at = child(path, "service");
  if ((service?.name ?? "") === "") errors.push(required(child(at, "name"), "service name is required"));
  if ((service?.namespace ?? "") === "") errors.push(required(child(at, "namespace"), "service namespace is required"));
  if (service?.port !== undefined) {
    errors.push(
      ...checkPort(service.port).map((m) => invalid(child(at, "port"), service.port, `port is not valid: ${m}`)),
    );
  }
  if (service?.path !== undefined && !service.path.startsWith("/")) {
    errors.push(invalid(child(at, "path"), service.path, "must start with a '/'"));
  }
  return errors;
}

const URL_FORM = "desired format: https://host[/path]";

function validateUrl(text: string, path: string): FieldError[] {
  if (!URL.canParse(text)) return [required(path, `url must be a valid URL: ${JSON.stringify(text)}; ${URL_FORM}`)];
  const url = new URL(text);
  const errors: FieldError[] = [];
  if (url.protocol !== "https:") {
    errors.push(invalid(path, url.protocol.slice(0, -1), `'https' is the only allowed URL scheme; ${URL_FORM}`));
  }
  if (url.host === "") errors.push(invalid(path, url.host, `host must be specified; ${URL_FORM}`));
  if (url.username !== "") errors.push(invalid(path, url.username, "user information is not permitted in the URL"));
  if (url.hash !== "") errors.push(invalid(path, url.hash.slice(1), "fragments are not permitted in the URL"));
  if (url.search !== "")
    errors.push(invalid(path, url.search.slice(1), "query parameters are not permitted in the URL"));
  return errors;
}

function validateReviewVersions(versions: readonly string[], path: string): FieldError[] {
  if (versions.length === 0) {
    return [required(path, `must specify one of ${REVIEW_VERSIONS.join(", ")}`)];
  }
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [i, version] of versions.entries()) {
    if (seen.has(version)) errors.push(invalid(index(path, i), version, "duplicate version"));
    seen.add(version);
    errors.push(...invalidBy(index(path, i), version, checkLabel(version)));
  }
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) {
    const list = `[]string{${versions.map((version) => JSON.stringify(version)).join(", ")}}`;
    const why = `must include at least one of ${REVIEW_VERSIONS.join(", ")}`;
    errors.push({ type: "FieldValueInvalid", field: path, message: `Invalid value: ${list}: ${why}` });
  }
  return errors;
}
