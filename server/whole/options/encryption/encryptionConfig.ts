import { aggregateText } from "../../../../shared/aggregateText.ts";
import { messageOf } from "../../../../shared/messageOf.ts";
import type { GroupResource } from "../../../../shared/object.ts";
import { type ConfigurationKind, decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { EncryptionProvider, EncryptionRule } from "../../../store/storage/encryption/encryptionRules.ts";
import { validateEncryptionConfig } from "./encryptionValidation.ts";
import { cipherNames, parseGroupResource, type WrittenProvider, type WrittenRule } from "./writtenEncryption.ts";

/**
 * Reads an EncryptionConfiguration: YAML or JSON, unknown fields refused.
 * @param file its path, for messages
 * @throws Error whose message never holds a key
 */
export function parseEncryptionConfig(text: string, file: string, schema: Schema): EncryptionRule[] {
  const rules = decode(text, file, schema);
  const errors = validateEncryptionConfig(rules, schema.vocabulary);
  if (errors.length > 0) {
    throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  }
  const known = rules.map(({ resources, providers }) => ({
    resources: (resources ?? []).map(parseGroupResource),
    providers: (providers ?? []).map(readProvider),
  }));
  refuseMasked(known);
  return known;
}

const KIND: ConfigurationKind = { kind: "EncryptionConfiguration", versions: ["v1"] };

function decode(text: string, file: string, schema: Schema): readonly WrittenRule[] {
  const where = JSON.stringify(file);
  if (text === "") throw new Error(`encryption provider configuration file ${where} is empty`);
  try {
    const decoded = decodeConfiguration(text, KIND, schema);
    return (decoded as { readonly resources?: readonly WrittenRule[] | null }).resources ?? [];
  } catch (error) {
    const why = messageOf(error);
    throw new Error(`error decoding encryption provider configuration file ${where}: ${why}`);
  }
}

/** @throws Error for a provider that this server does not have */
function readProvider(provider: WrittenProvider): EncryptionProvider {
  if (provider.kms !== undefined) {
    throw new Error("the kms provider is not supported: this server has no connection to key management plugins");
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

/** A rule that could never apply, because an earlier one covers its whole group or everything, is a mistake. */
function refuseMasked(rules: readonly EncryptionRule[]): void {
  const earlier = new Set<string>();
  for (const place of rules.flatMap(({ resources }) => resources)) {
    for (const group of [place.group, "*"]) {
      const covering = written({ group, resource: "*" });
      if (!earlier.has(covering)) continue;
      throw new Error(
        `resource ${JSON.stringify(written(place))} is masked by earlier rule ${JSON.stringify(covering)}`,
      );
    }
    earlier.add(written(place));
  }
}

const written = ({ group, resource }: GroupResource): string =>
  group !== "" ? `${resource}.${group}` : resource === "*" ? "*." : resource;
