import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { CompileError } from "../../../ground/cel/diagnostics.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { ReviewVersion } from "../flags.ts";
import { compileMatchCondition, type MatchCondition } from "../webhook/matchConditions.ts";
import { type AuthorizerSettings, type BuiltInType, nameOfType, type WebhookSettings } from "./settings.ts";
import { validateConfiguration } from "./validateConfiguration.ts";
import { type ConnectionWords, connectionWords, type WrittenAuthorizer, type WrittenWebhook } from "./written.ts";

const KIND = { kind: "AuthorizationConfiguration", versions: ["v1", "v1beta1", "v1alpha1"] };

/**
 * Reads an AuthorizationConfiguration: YAML or JSON; unknown fields are refused, defaults are set.
 * @param mustStay types that the configuration must contain
 * @throws Error in the reference's words
 */
export async function loadConfiguration(
  text: string,
  schema: Schema,
  mustStay: ReadonlySet<BuiltInType> = new Set(),
): Promise<AuthorizerSettings[]> {
  const written = (await decode(text, schema)).map(withDefaults);
  const words = connectionWords(schema.vocabulary);
  const faults = await fileFaults(written, words);
  const compiled = new Map<string, MatchCondition>();
  const checks = validateConfiguration(written, {
    words,
    fileFault: (path) => faults.get(path),
    conditionFault(expression) {
      try {
        compiled.set(expression, compileMatchCondition(expression));
        return undefined;
      } catch (error) {
        if (error instanceof CompileError) return error.message;
        throw error;
      }
    },
  });
  const errors = await inTurns(checks);
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  const settings = written.map((authorizer) => settingsOf(authorizer, compiled, words));
  const misnamed = settings
    .filter(({ type, name }) => type !== "Webhook" && name !== nameOfType(type))
    .map(({ type, name }) => `expected name ${nameOfType(type)} for authorizer ${type} instead of ${name}`);
  const missing = [...mustStay].filter((type) => !settings.some((other) => other.type === type)).sort();
  if (missing.length > 0) misnamed.push(`missing required types: [${missing.join(" ")}]`);
  if (misnamed.length > 0) throw new Error(aggregateText(misnamed));
  return settings;
}

async function decode(text: string, schema: Schema): Promise<readonly WrittenAuthorizer[]> {
  // An empty file is an empty configuration.
  if (text === "") return [];
  try {
    const decoded = await decodeConfiguration(text, KIND, schema);
    return (decoded as { readonly authorizers?: readonly WrittenAuthorizer[] | null }).authorizers ?? [];
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`failed to load AuthorizationConfiguration from file: ${reason}`);
  }
}

const isUnset = (duration: string | undefined): boolean => parseDuration(duration ?? "0") === 0n;

function withDefaults(authorizer: WrittenAuthorizer): WrittenAuthorizer {
  const { webhook } = authorizer;
  if (webhook === undefined) return authorizer;
  return {
    ...authorizer,
    webhook: {
      ...webhook,
      ...(isUnset(webhook.authorizedTTL) ? { authorizedTTL: "5m" } : {}),
      ...(isUnset(webhook.unauthorizedTTL) ? { unauthorizedTTL: "30s" } : {}),
    },
  };
}

/** Problems of referenced files, determined in advance because validation is synchronous. */
async function fileFaults(
  authorizers: readonly WrittenAuthorizer[],
  { field }: ConnectionWords,
): Promise<ReadonlyMap<string, string>> {
  const files = new Set(authorizers.map(({ webhook }) => webhook?.connectionInfo?.[field] ?? "").filter(isAbsolute));
  const faults = await Promise.all(
    [...files].map(async (file): Promise<[string, string] | undefined> => {
      try {
        return (await stat(file)).isFile() ? undefined : [file, "must be a regular file"];
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
        const reason = missing ? "no such file or directory" : (error as Error).message;
        return [file, `error loading file: stat ${file}: ${reason}`];
      }
    }),
  );
  return new Map(faults.filter((fault) => fault !== undefined));
}

function settingsOf(
  { type, name = "", webhook }: WrittenAuthorizer,
  compiled: ReadonlyMap<string, MatchCondition>,
  words: ConnectionWords,
): AuthorizerSettings {
  if (type === "Webhook" && webhook !== undefined) return { type, name, webhook: webhookOf(webhook, compiled, words) };
  return { type: type as BuiltInType, name };
}

function webhookOf(
  webhook: WrittenWebhook,
  compiled: ReadonlyMap<string, MatchCondition>,
  { type, field }: ConnectionWords,
): WebhookSettings {
  const { connectionInfo, matchConditions } = webhook;
  return {
    authorizedTTL: milliseconds(webhook.authorizedTTL),
    unauthorizedTTL: milliseconds(webhook.unauthorizedTTL),
    timeout: milliseconds(webhook.timeout),
    version: webhook.subjectAccessReviewVersion as ReviewVersion,
    failurePolicy: webhook.failurePolicy as WebhookSettings["failurePolicy"],
    kubeConfigFile: connectionInfo?.["type"] === type ? (connectionInfo[field] ?? undefined) : undefined,
    conditions: (matchConditions ?? []).flatMap(({ expression = "" }) => compiled.get(expression) ?? []),
  };
}

/** At least 1, because 0 would have another meaning. */
const milliseconds = (duration: string | undefined): number =>
  Math.max(1, Number(parseDuration(duration ?? "0") / 1_000_000n));
