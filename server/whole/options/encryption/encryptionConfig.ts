import type { GroupResource } from "../../../../shared/object.ts";
import { each } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
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

/**
 * Parses an EncryptionConfiguration: YAML or JSON; unknown fields are refused.
 * @param file its path, for messages
 * @param reload whether the file is followed
 * @throws Error with the reference's message, which never contains a key
 */
export async function parseEncryptionConfig(
  text: string,
  file: string,
  schema: Schema,
  reload = false,
): Promise<EncryptionRule[]> {
  try {
    return checkBuildable(await parse(text, file, schema, reload));
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

/** @throws BuildError for the first rule, in order, that cannot be built */
function checkBuildable(rules: EncryptionRule[]): EncryptionRule[] {
  refuseMasked(rules);
  return rules;
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
    const why = messageOf(error);
    throw new Error(`error decoding encryption provider configuration file ${where}: ${why}`);
  }
}

const FIRST_VERSION =
  "KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  " +
  "Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.";

/** @throws BuildError for a plug-in of version 1, which this server never supports, whatever its feature gates */
function readProvider(provider: WrittenProvider): EncryptionProvider {
  if (provider.kms !== undefined) {
    const { apiVersion, name = "", endpoint = "", timeout = "0s" } = provider.kms;
    if (apiVersion === "v1") throw new BuildError(FIRST_VERSION);
    const url = parseUrl(endpoint);
    const socket = typeof url === "string" ? "" : decodeURIComponent(url.path);
    return { name: "kms", plugin: name, socket, timeout: Number(parseDuration(timeout) / 1_000_000n) };
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

/** Throws for a rule that could never apply, because an earlier one covers its whole group or everything. */
function refuseMasked(rules: readonly EncryptionRule[]): void {
  const earlier = new Set<string>();
  for (const place of rules.flatMap(({ resources }) => resources)) {
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

const written = ({ group, resource }: GroupResource): string =>
  group !== "" ? `${resource}.${group}` : resource === "*" ? "*." : resource;
