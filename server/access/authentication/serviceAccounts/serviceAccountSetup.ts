import { createPrivateKey, type KeyObject } from "node:crypto";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { orOptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { EXTENDED_SECONDS, LEGACY_POD_SECONDS } from "./createToken.ts";
import type { ServiceAccountOptions } from "./flags.ts";
import { undiscoverable } from "./openIdDiscovery.ts";
import { parsePrivateKey, parsePublicKeys, type VerificationKey } from "./serviceAccountKeys.ts";
import { type ServiceAccountTokens, serviceAccountTokens } from "./serviceAccountToken.ts";
import { tokenUseCounters } from "./tokenUse.ts";

export interface ServiceAccountSetup {
  /** PEM of the key that signs when the options name none. */
  readonly ownKey: string;
  readonly vocabulary: Vocabulary;
  readonly reader: ObjectReader;
  readonly now: () => number;
  readonly warn: (text: string) => void;
  readonly registry: MetricRegistry;
  /** Called for every use of a token in a secret. */
  readonly onLegacyUse: (secret: ApiObject) => void;
}

/** Sets up service account tokens. @throws OptionError for an unusable file */
export async function setUpServiceAccounts(
  options: ServiceAccountOptions,
  setup: ServiceAccountSetup,
): Promise<ServiceAccountTokens> {
  const { vocabulary, reader, now, onLegacyUse } = setup;
  const count = tokenUseCounters(setup.registry);
  const { serviceAccountSigningKeyFile: signingKeyFile, serviceAccountIssuer } = options;
  const signingKey =
    signingKeyFile === undefined ? createPrivateKey(setup.ownKey) : await readSigningKey(signingKeyFile);
  const keys = await Promise.all(options.serviceAccountKeyFile.map(readPublicKeys));
  warnAboutExtension(options, setup.warn);
  const issuers =
    serviceAccountIssuer.length > 0 ? serviceAccountIssuer : [vocabulary.render("https://{product}.default.svc")];
  const hidden = undiscoverable(issuers[0] ?? "");
  if (hidden !== undefined) {
    setup.warn(`the issuer of service account tokens cannot be discovered by relying parties: ${hidden}`);
  }
  return serviceAccountTokens({
    signingKey,
    verificationKeys: keys.flat(),
    issuers,
    ...(options.apiAudiences.length > 0 ? { audiences: options.apiAudiences } : {}),
    lookup: options.serviceAccountLookup,
    vocabulary,
    reader,
    onUse: (use, secret) => {
      count(use);
      if (secret !== undefined) onLegacyUse(secret);
    },
    now,
  });
}

const SIGNING_KEY = "failed to parse service-account-issuer-key-file";

async function readSigningKey(file: string): Promise<KeyObject> {
  const text = await readOptionFile(SIGNING_KEY, file);
  return orOptionError(() => parsePrivateKey(text), `${SIGNING_KEY}: error reading private key file ${file}`);
}

async function readPublicKeys(file: string): Promise<VerificationKey[]> {
  const text = await readOptionFile("--service-account-key-file", file);
  return orOptionError(() => parsePublicKeys(text), `error reading public key file ${file}`);
}

/**
 * Warns about a limit below the lifetime of tokens for old clients' pods. It does not prevent such tokens, but that is
 * surely not intended.
 */
function warnAboutExtension(options: ServiceAccountOptions, warn: (text: string) => void): void {
  const limit = options.serviceAccountMaxTokenExpiration / 1000;
  if (limit === 0 || !options.serviceAccountExtendTokenExpiration) return;
  if (limit < LEGACY_POD_SECONDS) {
    warn(
      "service-account-extend-token-expiration is true, in order to correctly trigger safe transition logic, " +
        `service-account-max-token-expiration must be set longer than ${LEGACY_POD_SECONDS} seconds (currently ${limit}s)`,
    );
  }
  if (limit < EXTENDED_SECONDS) {
    warn(
      `service-account-extend-token-expiration is true, enabling tokens valid up to ${EXTENDED_SECONDS} seconds, ` +
        `which is longer than service-account-max-token-expiration set to ${limit} seconds`,
    );
  }
}
