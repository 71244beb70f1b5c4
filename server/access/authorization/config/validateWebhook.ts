import { isAbsolute } from "node:path";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from "../../../../shared/fieldError.ts";
import { formatDuration, parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { ConnectionWords, WrittenWebhook } from "./written.ts";

/** External facts that validation needs. */
export interface WebhookFacts {
  /** Why a file is unusable; undefined when it is usable. */
  readonly fileFault: (path: string) => string | undefined;
  readonly words: ConnectionWords;
  /** Why an expression is invalid; undefined when it is valid. */
  readonly conditionFault: (expression: string) => string | undefined;
}

const SECOND = 1_000_000_000n;
const LONGEST_TIMEOUT = 30n * SECOND;
const MAX_CONDITIONS = 64;

/** @param at path of the authorizer */
export function validateWebhook(webhook: WrittenWebhook, at: string, facts: WebhookFacts): FieldError[] {
  return [
    ...validateDuration(webhook.timeout, child(at, "timeout"), "must be > 0s and <= 30s", LONGEST_TIMEOUT),
    ...validateDuration(webhook.authorizedTTL, child(at, "authorizedTTL"), "must be > 0s"),
    ...validateDuration(webhook.unauthorizedTTL, child(at, "unauthorizedTTL"), "must be > 0s"),
    ...oneOf(webhook.subjectAccessReviewVersion, child(at, "subjectAccessReviewVersion"), ["v1", "v1beta1"]),
    ...validateConditionVersion(webhook, child(at, "matchConditionSubjectAccessReviewVersion")),
    ...oneOf(webhook.failurePolicy, child(at, "failurePolicy"), ["NoOpinion", "Deny"]),
    ...validateConnection(webhook.connectionInfo ?? {}, child(at, "connectionInfo"), facts),
    ...validateConditions(webhook.matchConditions ?? [], child(at, "matchConditions"), facts),
  ];
}

function validateDuration(text: string | undefined, at: string, rule: string, longest?: bigint): FieldError[] {
  const value = parseDuration(text ?? "0");
  if (value === 0n) return [required(at)];
  if (value > 0n && (longest === undefined || value <= longest)) return [];
  return [invalid(at, formatDuration(value), rule)];
}

function oneOf(value: string | undefined, at: string, known: readonly string[]): FieldError[] {
  if (value === undefined || value === "") return [required(at)];
  return known.includes(value) ? [] : [notSupported(at, value, known)];
}

function validateConditionVersion(webhook: WrittenWebhook, at: string): FieldError[] {
  const version = webhook.matchConditionSubjectAccessReviewVersion ?? "";
  if (version !== "") return oneOf(version, at, ["v1"]);
  if ((webhook.matchConditions ?? []).length === 0) return [];
  return [required(at, "required if match conditions are specified")];
}

function validateConnection(
  connection: NonNullable<WrittenWebhook["connectionInfo"]>,
  at: string,
  { fileFault, words }: WebhookFacts,
): FieldError[] {
  const type = connection["type"] ?? undefined;
  const file = connection[words.field] ?? undefined;
  const path = child(at, words.field);
  if (type === "InClusterConfig") {
    return file === undefined ? [] : [invalid(path, file, `can only be set when type=${words.type}`)];
  }
  if (type !== words.type) return oneOf(type, child(at, "type"), ["InClusterConfig", words.type]);
  if (file === undefined || file === "") return [required(path)];
  const fault = isAbsolute(file) ? fileFault(file) : "must be an absolute path";
  return fault === undefined ? [] : [invalid(path, file, fault)];
}

function validateConditions(
  conditions: readonly { readonly expression?: string }[],
  at: string,
  { conditionFault }: WebhookFacts,
): FieldError[] {
  if (conditions.length > MAX_CONDITIONS) return [tooMany(at, conditions.length, MAX_CONDITIONS)];
  const seen = new Set<string>();
  return conditions.flatMap(({ expression = "" }, i) => {
    const path = child(index(at, i), "expression");
    if (expression.trim() === "") return [required(path)];
    if (seen.has(expression)) return [duplicate(path, expression)];
    seen.add(expression);
    const fault = conditionFault(expression);
    return fault === undefined ? [] : [invalid(path, expression, fault)];
  });
}
