import type { GroupResource } from "../../../../shared/object.ts";
import { each } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { type ConfigurationKind, decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { EncryptionProvider, EncryptionRule } from "../../../store/storage/encryption/encryptionRules.ts";
import { validateEncryptionConfig } from "./encryptionValidation.ts";
import {
  cipherNames,
  parseGroupResource,
  type WrittenProvider,
  type WrittenRule,
  withDefaults,
} from "./writtenEncryption.ts";

/** How a configuration is read. */
export interface EncryptionReading {
  readonly schema: Schema;
  readonly features: FeatureGates;
  /** Whether the file is watched for changes. */
  readonly reload: boolean;
}

/**
 * Parses an EncryptionConfiguration: YAML or JSON; unknown fields are refused.
 * @param file its path, for messages
 * @throws Error with the reference's message, which never contains a key
 */
export async function parseEncryptionConfig(
  text: string,
  file: string,
  { schema, features, reload }: EncryptionReading,
): Promise<EncryptionRule[]> {
  try {
    const rules = await parse(text, file, schema, reload);
    refuseUnbuildable(rules, features);
    return rules;
  } catch (error) {
    if (error instanceof BuildError) throw new Error(`error while building transformers: ${error.message}`);
    throw new Error(`error while parsing file: ${messageOf(error)}`);
  }
}

/** Thrown for a valid configuration that this server cannot implement. */
class BuildError extends Error {}

async function parse(text: string, file: string, schema: Schema, reload: boolean): Promise<EncryptionRule[]> {
  const rules = (await decode(text, file, schema)).map(withDefaults);
  const errors = await inTurns(validateEncryptionConfig(rules, schema.vocabulary, reload));
  if (errors.length > 0) {
    throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  }
  const read = each(rules, ({ resources, providers }) => ({
    resources: (resources ?? []).map(parseGroupResource),
    providers: (providers ?? []).map(readProvider),
  }));
  return inTurns(read);
}

const KIND: ConfigurationKind = { kind: "EncryptionConfiguration", versions: ["v1"] };

async function decode(text: string, file: string, schema: Schema): Promise<readonly WrittenRule[]> {
  const where = JSON.stringify(file);
  if (text === "")
    throw new Error(`error while loading file: encryption provider configuration file ${where} is empty`);
  try {
    const decoded = await decodeConfiguration(text, KIND, schema);
    return (decoded as { readonly resources?: readonly WrittenRule[] | null }).resources ?? [];
  } catch (error) {
    const detail = messageOf(error);
    throw new Error(`error decoding encryption provider configuration file ${where}: ${detail}`);
  }
}

const FIRST_VERSION =
  "KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  " +
  "Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.";

function readProvider(provider: WrittenProvider): EncryptionProvider {
  if (provider.kms !== undefined) {
    const { apiVersion, name = "", endpoint = "", timeout = "0s", cachesize } = provider.kms;
    const url = parseUrl(endpoint);
    return {
      name: "kms",
      version: apiVersion === "v1" ? 1 : 2,
      plugin: name,
      socket: typeof url === "string" ? "" : decodeURIComponent(url.path),
      timeout: Number(parseDuration(timeout) / 1_000_000n),
      ...(cachesize === undefined ? {} : { cacheSize: cachesize }),
    };
  }
  const name = cipherNames.find((cipher) => provider[cipher] !== undefined);
  if (name === undefined) return { name: "identity" };
  return {
    name,
    keys: (provider[name]?.keys ?? []).map((key) => ({
      name: key.name ?? "",
      secret: Buffer.from(key.secret ?? "", "base64"),
    })),
  };
}

/**
 * A rule that could never apply, because an earlier one covers its whole group or everything, is a mistake.
 * @throws BuildError for the first rule that this server cannot be built from
 */
function refuseUnbuildable(rules: readonly EncryptionRule[], features: FeatureGates): void {
  const earlier = new Set<string>();
  for (const { resources, providers } of rules) {
    if (providers.some((provider) => provider.name === "kms" && provider.version === 1) && !features.enabled("KMSv1")) {
      throw new BuildError(FIRST_VERSION);
    }
    for (const place of resources) {
      for (const group of [place.group, "*"]) {
        const covering = written({ group, resource: "*" });
        if (!earlier.has(covering)) continue;
        throw new BuildError(
          `resource ${JSON.stringify(written(place))} is masked by earlier rule ${JSON.stringify(covering)}`,
        );
      }
      earlier.add(written(place));
    }
  }
}

const written = ({ group, resource }: GroupResource): string =>
  group !== "" ? `${resource}.${group}` : resource === "*" ? "*." : resource;
