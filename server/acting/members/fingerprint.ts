import { createHash, X509Certificate } from "node:crypto";
import type { EncryptionRule } from "../../store/storage/encryption/encryptionRules.ts";

/**
 * The settings that servers of one store must agree on, without any secret: keys are represented by hashes. Where
 * several keys are accepted, servers agree when each accepts what the other creates, so that keys can be rotated one
 * server at a time.
 */
export interface Fingerprint {
  readonly vocabulary: string;
  readonly serviceClusterIpRange: string;
  readonly serviceNodePortRange: string;
  /** Issuers of service account tokens; the first one is used for new tokens. */
  readonly issuers: readonly string[];
  /** Keys of service account tokens. */
  readonly tokenKeys: Keys;
  /** Authorities of client certificates. */
  readonly authorities: Keys;
  /** Authorities of authenticating proxies. */
  readonly proxies: readonly string[];
  /** Keys of encryption at rest. */
  readonly encryption: { readonly writes: readonly string[]; readonly reads: readonly string[] };
}

/** The key that a server creates something with, and the keys that it accepts. */
interface Keys {
  readonly makes: string;
  readonly accepts: readonly string[];
}

/** The format of stored fingerprints. Another format belongs to another version of this program. */
const FORM = 1;

/** The stored text of a fingerprint. */
export const fingerprintText = (fingerprint: Fingerprint): string => JSON.stringify({ form: FORM, ...fingerprint });

/** @returns undefined for a text in another format, which cannot be compared */
export function parseFingerprint(text: string): Fingerprint | undefined {
  try {
    const { form, ...fingerprint } = JSON.parse(text) as Fingerprint & { readonly form?: unknown };
    return form === FORM ? fingerprint : undefined;
  } catch {
    return undefined;
  }
}

/** The differences that prevent two servers from working on one store: each in a few words that name its source. */
export function disagreements(one: Fingerprint, other: Fingerprint): string[] {
  const differences: string[] = [];
  const unless = (agree: boolean, words: string): void => {
    if (!agree) differences.push(words);
  };
  unless(one.vocabulary === other.vocabulary, "the vocabulary (--vocabulary)");
  unless(
    one.serviceClusterIpRange === other.serviceClusterIpRange,
    "the addresses of services (--service-cluster-ip-range)",
  );
  unless(one.serviceNodePortRange === other.serviceNodePortRange, "the node ports (--service-node-port-range)");
  unless(
    each(one, other, (a, b) => b.issuers.includes(a.issuers[0] ?? "")),
    "the issuer of service account tokens (--service-account-issuer)",
  );
  unless(
    each(one, other, (a, b) => b.tokenKeys.accepts.includes(a.tokenKeys.makes)),
    "the keys of service account tokens (pki/sa.key of the data folder, --service-account-signing-key-file, --service-account-key-file)",
  );
  unless(
    each(one, other, (a, b) => b.authorities.accepts.includes(a.authorities.makes)),
    "the authority of client certificates (pki/ca.crt and pki/ca.key of the data folder, --client-ca-file)",
  );
  unless(
    one.proxies.length + other.proxies.length === 0 || one.proxies.some((each) => other.proxies.includes(each)),
    "the authority of authenticating proxies (--requestheader-client-ca-file)",
  );
  unless(
    each(one, other, (a, b) => a.encryption.writes.every((key) => b.encryption.reads.includes(key))),
    "the keys of encryption at rest (--encryption-provider-config)",
  );
  return differences;
}

const each = (one: Fingerprint, other: Fingerprint, agrees: (a: Fingerprint, b: Fingerprint) => boolean): boolean =>
  agrees(one, other) && agrees(other, one);

const hash = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("base64url");

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Hashes of the certificates in a PEM text. Text other than certificates is ignored. */
export function certificateHashes(pem: string): string[] {
  return [...pem.matchAll(CERTIFICATE)].flatMap(([block]) => {
    try {
      return [hash(new X509Certificate(block).raw)];
    } catch {
      return [];
    }
  });
}

/**
 * Hashes of the keys that encrypt and decrypt, each with the resources it applies to. A hash of a key reveals no more
 * than a text encrypted with it: either can be used to test guesses of the key, and random keys of 16 bytes or more
 * cannot be guessed.
 */
export function encryptionFingerprint(rules: readonly EncryptionRule[]): Fingerprint["encryption"] {
  const writes = new Set<string>();
  const reads = new Set<string>();
  for (const { resources, providers } of rules) {
    for (const { group, resource } of resources) {
      const names = providers.flatMap((provider) =>
        provider.name === "identity"
          ? ["identity"]
          : provider.name === "kms"
            ? // Its keys are outside of the servers, and servers know them by its name alone.
              [`kms ${provider.plugin}`]
            : provider.keys.map(
                ({ name, secret }) =>
                  `${provider.name} ${name} ${hash(Buffer.concat([Buffer.from("encryption at rest\0"), secret]))}`,
              ),
      );
      const [first] = names;
      if (first !== undefined) writes.add(`${resource}.${group}: ${first}`);
      for (const name of names) reads.add(`${resource}.${group}: ${name}`);
    }
  }
  return { writes: [...writes], reads: [...reads] };
}
