import { createPrivateKey, createPublicKey, generateKeyPair, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { createAuthority, issueCertificate, type KeyedCertificate } from "./certificates.ts";
import { GROUP_MASTERS } from "./identity.ts";
import { ensurePrivateFolder, PKI_FILES, type PkiFile, readPkiFile, writePrivateFile } from "./pkiFiles.ts";

/** The keys and certificates of one server. All texts are PEM. */
export interface Pki {
  readonly directory: string;
  /** Signs the others; clients trust it. */
  readonly authority: KeyedCertificate;
  readonly serving: KeyedCertificate;
  /** Client certificate of the administrator, in group system:masters. */
  readonly admin: KeyedCertificate;
  /** Private key (RSA) that signs service account tokens. */
  readonly serviceAccountKey: string;
  /** Absolute paths of the files, by their role. */
  readonly paths: Readonly<Record<PkiFile, string>>;
}

export interface PkiOptions {
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. Default: the system clock. */
  readonly now?: () => number;
  /** First address of the service range, part of the serving certificate. Default 10.96.0.1. */
  readonly serviceAddress?: string;
  /** Further host names and IP addresses that clients use. */
  readonly hosts?: readonly string[];
}

const DAY = 24 * 3600 * 1000;
const AUTHORITY_LIFE = 3650 * DAY;
const LEAF_LIFE = 365 * DAY;
/** Certificates are replaced when they would expire within this time. */
const RENEW_BEFORE = 30 * DAY;
/** Clocks of clients may lag behind. */
const BACKDATE = 5 * 60 * 1000;

/**
 * Reads the PKI folder, creating what is missing, unreadable, about to expire, or not signed by the authority at hand.
 * The folder is private to its owner (0700), each file too (0600).
 */
export async function ensurePki(directory: string, options: PkiOptions): Promise<Pki> {
  const now = (options.now ?? Date.now)();
  await ensurePrivateFolder(directory);
  const [authority, serviceAccountKey] = await Promise.all([
    ensureAuthority(directory, options.vocabulary, now),
    ensureServiceAccountKey(directory),
  ]);
  const [serving, admin] = await Promise.all([
    ensureServing(directory, authority, options, now),
    ensureAdmin(directory, authority, options.vocabulary, now),
  ]);
  const paths = Object.fromEntries(
    Object.entries(PKI_FILES).map(([role, file]) => [role, join(directory, file)]),
  ) as Record<PkiFile, string>;
  return { directory, authority, serving, admin, serviceAccountKey, paths };
}

/** DNS names and IP addresses that the serving certificate always carries. */
function servingNames(options: PkiOptions): { dnsNames: string[]; ipAddresses: string[] } {
  const names = [
    "localhost",
    "{product}",
    "{product}.default",
    "{product}.default.svc",
    "{product}.default.svc.cluster.local",
  ];
  const extra = options.hosts ?? [];
  const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");
  return {
    dnsNames: [...new Set([...names.map(options.vocabulary.render), ...extra.filter((host) => !isAddress(host))])],
    ipAddresses: [...new Set(["127.0.0.1", "::1", options.serviceAddress ?? "10.96.0.1", ...extra.filter(isAddress)])],
  };
}

async function ensureAuthority(directory: string, vocabulary: Vocabulary, now: number): Promise<KeyedCertificate> {
  const known = await readPair(directory, "caCertificate", "caKey", now);
  if (known?.parsed.ca) return known.pair;
  const created = await createAuthority(vocabulary.render("{product}"), now - BACKDATE, now + AUTHORITY_LIFE);
  return store(directory, "caCertificate", "caKey", created);
}

async function ensureServing(
  directory: string,
  authority: KeyedCertificate,
  options: PkiOptions,
  now: number,
): Promise<KeyedCertificate> {
  const { dnsNames, ipAddresses } = servingNames(options);
  const known = await readPair(directory, "servingCertificate", "servingKey", now);
  if (
    known !== undefined &&
    isIssuedBy(known.parsed, authority) &&
    dnsNames.every((name) => known.parsed.checkHost(name) !== undefined) &&
    ipAddresses.every((address) => known.parsed.checkIP(address) !== undefined)
  ) {
    return known.pair;
  }
  const created = await issueCertificate(authority, {
    commonName: options.vocabulary.render("{prefix}-apiserver"),
    organizations: [],
    usage: "server",
    dnsNames,
    ipAddresses,
    notBefore: now - BACKDATE,
    notAfter: now + LEAF_LIFE,
  });
  return store(directory, "servingCertificate", "servingKey", created);
}

async function ensureAdmin(
  directory: string,
  authority: KeyedCertificate,
  vocabulary: Vocabulary,
  now: number,
): Promise<KeyedCertificate> {
  const known = await readPair(directory, "adminCertificate", "adminKey", now);
  if (known !== undefined && isIssuedBy(known.parsed, authority)) return known.pair;
  const created = await issueCertificate(authority, {
    commonName: vocabulary.render("{product}-admin"),
    organizations: [GROUP_MASTERS],
    usage: "client",
    notBefore: now - BACKDATE,
    notAfter: now + LEAF_LIFE,
  });
  return store(directory, "adminCertificate", "adminKey", created);
}

async function ensureServiceAccountKey(directory: string): Promise<string> {
  const known = await readPkiFile(directory, "serviceAccountKey");
  if (known !== undefined && isPrivateKey(known)) return known;
  const privateKey = await generateServiceAccountKey();
  await placeServiceAccountKey(directory, privateKey);
  return privateKey;
}

/** A new key (RSA, PEM) for {@link Pki.serviceAccountKey}. Finding its primes takes from 50 ms to more than a second. */
export async function generateServiceAccountKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
}

/** Puts a key where {@link ensurePki} will find it. */
export async function placeServiceAccountKey(directory: string, key: string): Promise<void> {
  await ensurePrivateFolder(directory);
  await writePrivateFile(join(directory, PKI_FILES.serviceAccountKey), key);
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

const isIssuedBy = (certificate: X509Certificate, authority: KeyedCertificate): boolean => {
  const issuer = new X509Certificate(authority.certificate);
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
};

/** A certificate and key that belong together and stay valid for a while; undefined otherwise. */
async function readPair(directory: string, certificateFile: PkiFile, keyFile: PkiFile, now: number) {
  const [certificate, key] = await Promise.all([
    readPkiFile(directory, certificateFile),
    readPkiFile(directory, keyFile),
  ]);
  if (certificate === undefined || key === undefined) return undefined;
  try {
    const parsed = new X509Certificate(certificate);
    const matches = parsed.publicKey.equals(createPublicKey(key));
    if (!matches || Date.parse(parsed.validTo) - now < RENEW_BEFORE) return undefined;
    return { pair: { certificate, key }, parsed };
  } catch {
    return undefined;
  }
}

async function store(
  directory: string,
  certificateFile: PkiFile,
  keyFile: PkiFile,
  pair: KeyedCertificate,
): Promise<KeyedCertificate> {
  // The key first: a certificate without its key would be replaced on the next start anyway.
  await writePrivateFile(join(directory, PKI_FILES[keyFile]), pair.key);
  await writePrivateFile(join(directory, PKI_FILES[certificateFile]), pair.certificate);
  return pair;
}
