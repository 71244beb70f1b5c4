import { createPrivateKey, createPublicKey, generateKeyPair, sign, verify, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { GROUP_MASTERS } from "../../../ground/rights/identity.ts";
import {
  createAuthority,
  issueCertificate,
  type KeyedCertificate,
  type LeafRequest,
} from "../../../ground/x509/certificates.ts";
import { DataFolderError } from "../../../store/storage/dataFolderError.ts";
import { writePrivateFile } from "../../../store/storage/privateFile.ts";
import { parsePrivateKey } from "../serviceAccounts/serviceAccountKeys.ts";
import { ensurePrivateFolder, PKI_FILES, type PkiFile, readPkiFile } from "./pkiFiles.ts";

/** The keys and certificates of one server. All texts are PEM. */
export interface Pki {
  readonly directory: string;
  /** Signs the other certificates; clients trust it. */
  readonly authority: KeyedCertificate;
  readonly serving: KeyedCertificate;
  /** Client certificate of the administrator, in group system:masters. */
  readonly admin: KeyedCertificate;
  /**
   * The client certificate that the server presents to aggregated servers, and the authority by which they recognise
   * it.
   */
  readonly frontProxy: { readonly authority: KeyedCertificate; readonly client: KeyedCertificate };
  /** Private key (RSA) that signs service account tokens. */
  readonly serviceAccountKey: string;
  /** Absolute paths of the files, by their role. */
  readonly paths: Readonly<Record<PkiFile, string>>;
}

export interface PkiOptions {
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. Default: the system clock. */
  readonly now?: () => number;
  /** First address of the service range, included in the serving certificate. Default 10.96.0.1. */
  readonly serviceAddress?: string;
  /** Additional host names and IP addresses that clients use. */
  readonly hosts?: readonly string[];
}

/** Common name of the certificate that the server presents to aggregated servers. */
export const FRONT_PROXY_NAME = "front-proxy-client";

const DAY = 24 * 3600 * 1000;
const AUTHORITY_LIFE = 3650 * DAY;
const LEAF_LIFE = 365 * DAY;
/** Certificates are renewed when they expire within this time. */
const RENEW_BEFORE = 30 * DAY;
/** Backdates new certificates, because clocks of clients may lag. */
const BACKDATE = 5 * 60 * 1000;

/**
 * Reads the PKI folder, and creates missing files. A certificate that expires soon, or does not match the authority or
 * the server's names, is renewed with its existing key, so that a crash never leaves a pair that does not match. Keys
 * are never replaced, because everything that they have signed would become invalid. The folder is private to its owner
 * (0700), as is each file (0600).
 * @throws DataFolderError for a file that is damaged or does not match its counterpart; an operating system's error for
 *   one that cannot be read or written
 */
export async function ensurePki(directory: string, options: PkiOptions): Promise<Pki> {
  const now = (options.now ?? Date.now)();
  await ensurePrivateFolder(directory);
  const { render } = options.vocabulary;
  const [authority, frontAuthority, serviceAccountKey] = await Promise.all([
    ensureAuthority(directory, ["caCertificate", "caKey"], render("{product}"), now),
    ensureAuthority(directory, ["frontProxyCaCertificate", "frontProxyCaKey"], "front-proxy-ca", now),
    ensureServiceAccountKey(directory),
  ]);
  const [serving, admin, client] = await Promise.all([
    ensureServing(directory, authority, options, now),
    ensureClient(directory, ["adminCertificate", "adminKey"], authority, now, {
      commonName: render("{product}-admin"),
      organizations: [GROUP_MASTERS],
    }),
    ensureClient(directory, ["frontProxyCertificate", "frontProxyKey"], frontAuthority, now, {
      commonName: FRONT_PROXY_NAME,
      organizations: [],
    }),
  ]);
  const frontProxy = { authority: frontAuthority, client };
  const paths = Object.fromEntries(
    Object.entries(PKI_FILES).map(([role, file]) => [role, join(directory, file)]),
  ) as Record<PkiFile, string>;
  return { directory, authority, serving, admin, frontProxy, serviceAccountKey, paths };
}

/** DNS names and IP addresses that the serving certificate always contains. */
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

/** The file names of a certificate and its key. */
type PairFiles = readonly [certificate: PkiFile, key: PkiFile];

function ensureAuthority(
  directory: string,
  files: PairFiles,
  commonName: string,
  now: number,
): Promise<KeyedCertificate> {
  return ensurePair(directory, files, {
    isAuthority: true,
    // A certificate signed by another authority cannot be renewed here.
    fits: (certificate) => lasts(certificate, now) || !certificate.checkIssued(certificate),
    make: (key) => createAuthority(commonName, now - BACKDATE, now + AUTHORITY_LIFE, key),
  });
}

function ensureServing(
  directory: string,
  authority: KeyedCertificate,
  options: PkiOptions,
  now: number,
): Promise<KeyedCertificate> {
  const { dnsNames, ipAddresses } = servingNames(options);
  return ensurePair(directory, ["servingCertificate", "servingKey"], {
    fits: (certificate) =>
      lasts(certificate, now) &&
      isIssuedBy(certificate, authority) &&
      dnsNames.every((name) => certificate.checkHost(name) !== undefined) &&
      ipAddresses.every((address) => certificate.checkIP(address) !== undefined),
    make: (key) =>
      issueCertificate(
        authority,
        {
          commonName: options.vocabulary.render("{prefix}-apiserver"),
          organizations: [],
          usage: "server",
          dnsNames,
          ipAddresses,
          notBefore: now - BACKDATE,
          notAfter: now + LEAF_LIFE,
        },
        key,
      ),
  });
}

function ensureClient(
  directory: string,
  files: PairFiles,
  authority: KeyedCertificate,
  now: number,
  subject: Pick<LeafRequest, "commonName" | "organizations">,
): Promise<KeyedCertificate> {
  return ensurePair(directory, files, {
    fits: (certificate) => lasts(certificate, now) && isIssuedBy(certificate, authority),
    make: (key) =>
      issueCertificate(
        authority,
        { ...subject, usage: "client", notBefore: now - BACKDATE, notAfter: now + LEAF_LIFE },
        key,
      ),
  });
}

async function ensureServiceAccountKey(directory: string): Promise<string> {
  const known = await readPkiFile(directory, "serviceAccountKey");
  if (known !== undefined) {
    if (!isSigningKey(known)) throw damaged(directory, "serviceAccountKey", "a private key that signs tokens");
    return known;
  }
  const privateKey = await generateServiceAccountKey();
  await placeServiceAccountKey(directory, privateKey);
  return privateKey;
}

/** A new key (RSA, PEM) for {@link Pki.serviceAccountKey}. Generating it takes from 50 ms to more than a second. */
export async function generateServiceAccountKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
}

/** Writes a key where {@link ensurePki} will read it. */
export async function placeServiceAccountKey(directory: string, key: string): Promise<void> {
  await ensurePrivateFolder(directory);
  await writePrivateFile(join(directory, PKI_FILES.serviceAccountKey), key);
}

/** Whether a text is a valid private key for signing tokens, whose halves match. */
function isSigningKey(text: string): boolean {
  try {
    const key = parsePrivateKey(text);
    const sample = Buffer.from("sample");
    return verify("sha256", sample, createPublicKey(key), sign("sha256", sample, key));
  } catch {
    return false;
  }
}

const isIssuedBy = (certificate: X509Certificate, authority: KeyedCertificate): boolean => {
  const issuer = new X509Certificate(authority.certificate);
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
};

const lasts = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validTo) - now >= RENEW_BEFORE;

interface PairRules {
  /** Whether it must be a CA certificate. */
  readonly isAuthority?: boolean;
  /** Whether a certificate may be kept. */
  fits(certificate: X509Certificate): boolean;
  /** Creates a certificate for the given key, or with a new one. */
  make(key?: string): Promise<KeyedCertificate>;
}

/** Returns a certificate and its key from the folder; creates or renews them when necessary. */
async function ensurePair(
  directory: string,
  [certificateFile, keyFile]: PairFiles,
  rules: PairRules,
): Promise<KeyedCertificate> {
  const [certificate, key] = await Promise.all([
    readPkiFile(directory, certificateFile),
    readPkiFile(directory, keyFile),
  ]);
  const place = (file: PkiFile, text: string): Promise<void> =>
    writePrivateFile(join(directory, PKI_FILES[file]), text);
  if (key === undefined) {
    if (certificate !== undefined) throw keyMissing(directory, certificateFile, keyFile);
    const made = await rules.make();
    // Write the key first: after a crash between the two, the certificate is created again for the existing key.
    await place(keyFile, made.key);
    await place(certificateFile, made.certificate);
    return made;
  }
  const publicKey = attempt(() => createPublicKey(createPrivateKey(key)));
  if (publicKey === undefined) throw damaged(directory, keyFile, "a private key");
  if (certificate !== undefined) {
    const parsed = attempt(() => new X509Certificate(certificate));
    if (parsed === undefined) throw damaged(directory, certificateFile, "a certificate");
    if (!parsed.publicKey.equals(publicKey)) throw mismatch(directory, certificateFile, keyFile);
    if (rules.isAuthority === true && !parsed.ca)
      throw damaged(directory, certificateFile, "an authority's certificate");
    if (rules.fits(parsed)) return { certificate, key };
  }
  const made = await rules.make(key);
  await place(certificateFile, made.certificate);
  return made;
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

const pathOf = (directory: string, file: PkiFile): string => join(directory, PKI_FILES[file]);

const damaged = (directory: string, file: PkiFile, expected: string): DataFolderError =>
  new DataFolderError(
    `${pathOf(directory, file)} is damaged: it is not ${expected}. Put it back from a copy; ` +
      "removing it has a new one made, and what was issued with the old one is refused from then on",
  );

const mismatch = (directory: string, certificate: PkiFile, key: PkiFile): DataFolderError =>
  new DataFolderError(
    `${pathOf(directory, certificate)} is not the certificate of ${pathOf(directory, key)}. ` +
      "Put the right one back from a copy; without the certificate, a new one is made for the key",
  );

const keyMissing = (directory: string, certificate: PkiFile, key: PkiFile): DataFolderError =>
  new DataFolderError(
    `${pathOf(directory, key)} is missing, and its certificate ${pathOf(directory, certificate)} is there. ` +
      "Put the key back from a copy; without the certificate, both are made anew",
  );
