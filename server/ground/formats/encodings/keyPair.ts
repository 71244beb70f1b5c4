/**
 * Checks whether a certificate and a private key belong together, with the messages that clients know from TLS
 * libraries.
 */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { type PemBlock, parsePem } from "../../../../shared/x509/pem.ts";

const isKey = ({ label }: PemBlock): boolean => label === "PRIVATE KEY" || label.endsWith(" PRIVATE KEY");
const isCertificate = ({ label }: PemBlock): boolean => label === "CERTIFICATE";

const after = (input: string, skipped: readonly PemBlock[]): string =>
  `in ${input} input after skipping PEM blocks of the following types: [${skipped.map(({ label }) => label).join(" ")}]`;

function certificateMissing(skipped: readonly PemBlock[]): string {
  const [only] = skipped;
  if (only === undefined) return "tls: failed to find any PEM data in certificate input";
  return skipped.length === 1 && isKey(only)
    ? "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched"
    : `tls: failed to find "CERTIFICATE" PEM block ${after("certificate", skipped)}`;
}

function keyMissing(skipped: readonly PemBlock[]): string {
  const [only] = skipped;
  if (only === undefined) return "tls: failed to find any PEM data in key input";
  return skipped.length === 1 && isCertificate(only)
    ? "tls: found a certificate rather than a key in the PEM for the private key"
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" ${after("key", skipped)}`;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const pemOf = ({ label, data }: PemBlock): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(data).toString("base64")}\n-----END ${label}-----\n`;

const spki = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });

/**
 * The problem of a pair: the first certificate of one text and the first private key of the other.
 * @returns undefined when they belong together
 */
export function keyPairProblem(certificateText: string, keyText: string): string | undefined {
  const certificates = parsePem(certificateText);
  const leaf = certificates.find(isCertificate);
  if (leaf === undefined) return certificateMissing(certificates);
  const keys = parsePem(keyText);
  const keyBlock = keys.find(isKey);
  if (keyBlock === undefined) return keyMissing(keys);
  const certificate = attempt(() => new X509Certificate(leaf.data));
  if (certificate === undefined) return "x509: malformed certificate";
  const key = attempt(() => createPrivateKey(pemOf(keyBlock)));
  if (key === undefined) return "tls: failed to parse private key";
  if (key.asymmetricKeyType !== certificate.publicKey.asymmetricKeyType) {
    return "tls: private key type does not match public key type";
  }
  return spki(createPublicKey(key)).equals(spki(certificate.publicKey))
    ? undefined
    : "tls: private key does not match public key";
}
