import { append } from "../../../../shared/collections/append.ts";
import { repeated } from "../../../../shared/collections/repeated.ts";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { decodeText } from "../../../ground/formats/encodings/base64.ts";
import { checkLabel1035, invalidBy } from "../../../ground/formats/names/names.ts";
import { bytesText } from "../../../ground/formats/wording/bytesText.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { rootCertificatesProblem } from "../../../ground/x509/rootCertificates.ts";
import { type ClientConfigShape, validateWebhookService, validateWebhookUrl } from "../validation/webhookClient.ts";
import type { CustomResourceDefinitionSpec } from "./customResourceDefinition.ts";

const STRATEGIES = ["None", "Webhook"];
const REVIEW_VERSIONS = ["v1", "v1beta1"];
const NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

/** The definition that an update changes. */
export interface StoredDefinition {
  readonly spec: CustomResourceDefinitionSpec;
  /** Whether its objects are served. */
  readonly established: boolean;
}

/**
 * Field errors of the conversion between versions. Paths are those of the reference's internal form.
 * @param stored on updates: review versions unknown to this server, and roots that it cannot parse, may stay
 */
export function* validateConversion(
  { conversion }: CustomResourceDefinitionSpec,
  path: string,
  stored?: StoredDefinition,
): Steps<FieldError[]> {
  if (conversion === undefined) return [];
  const { strategy = "", webhook } = conversion;
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  const errors: FieldError[] = [];
  if (strategy === "") errors.push(required(child(path, "strategy")));
  else if (!STRATEGIES.includes(strategy)) errors.push(notSupported(child(path, "strategy"), strategy, STRATEGIES));
  const configPath = child(path, "webhookClientConfig");
  const versionsPath = child(path, "conversionReviewVersions");
  if (strategy !== "Webhook") {
    if (clientConfig !== undefined) errors.push(forbidden(configPath, NOT_WEBHOOK));
    if (conversionReviewVersions.length > 0) errors.push(forbidden(versionsPath, NOT_WEBHOOK));
    return errors;
  }
  append(errors, validateClientConfig(clientConfig, configPath));
  append(errors, yield* rootErrors(clientConfig?.caBundle ?? "", stored, child(configPath, "caBundle")));
  const before = stored?.spec.conversion?.webhook?.conversionReviewVersions ?? [];
  const known = before.length === 0 || before.some(isKnown);
  return [...errors, ...validateReviewVersions(conversionReviewVersions, known, versionsPath)];
}

const isKnown = (version: string): boolean => REVIEW_VERSIONS.includes(version);

function* rootsProblem(caBundle: string): Steps<string | undefined> {
  return caBundle === "" ? undefined : yield* rootCertificatesProblem(decodeText(caBundle));
}

/**
 * An update of an established definition must not replace parsable roots with unparsable ones, which would stop
 * serving.
 */
function* rootErrors(caBundle: string, stored: StoredDefinition | undefined, path: string): Steps<FieldError[]> {
  if (stored?.established !== true) return [];
  const before = stored.spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  if ((yield* rootsProblem(before)) !== undefined) return [];
  const detail = yield* rootsProblem(caBundle);
  return detail === undefined ? [] : [invalidText(path, yield* bytesText(caBundle), detail)];
}

function validateClientConfig(config: ClientConfigShape | undefined, path: string): FieldError[] {
  if (config === undefined) return [required(path, "required when strategy is set to Webhook")];
  const { url, service } = config;
  if (url !== undefined && service === undefined) return validateWebhookUrl(url, child(path, "url"));
  if (service !== undefined && url === undefined) return validateWebhookService(service, child(path, "service"));
  return [required(path, "exactly one of url or service is required")];
}

function validateReviewVersions(versions: readonly string[], mustKnowOne: boolean, path: string): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const again = repeated(versions);
  const errors = versions.flatMap((version, i) =>
    again.has(i)
      ? [invalid(index(path, i), version, "duplicate version")]
      : invalidBy(index(path, i), version, checkLabel1035(version)),
  );
  if (!mustKnowOne || versions.some(isKnown)) return errors;
  const detail = `must include at least one of ${REVIEW_VERSIONS.join(", ")}`;
  return [...errors, invalidText(path, textList(versions), detail)];
}
