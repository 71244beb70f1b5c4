import { createPrivateKey, createPublicKey, generateKeyPair, webcrypto } from "node:crypto";
import { promisify } from "node:util";
import { provideReflectMetadata } from "./reflectMetadata.ts";

/** A certificate and its private key, both PEM. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface LeafRequest {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly usage: "server" | "client";
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNATURE = { name: "ECDSA", hash: "SHA-256" } as const;
const RSA_SIGNATURE = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const CURVES: Readonly<Record<string, string>> = { secp384r1: "P-384", secp521r1: "P-521" };
const USAGE_OIDS = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" } as const;

/** Loads the certificate library, which is slow to load and seldom needed. */
export async function loadX509() {
  provideReflectMetadata();
  const x509 = await import("@peculiar/x509");
  x509.cryptoProvider.set(webcrypto as never);
  return x509;
}

/** A new private key (ECDSA P-256), PEM. */
const generateKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)("ec", {
    namedCurve: "prime256v1",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
};

/** The public half of a private key, in the library's format. */
async function publicHalf(key: string) {
  const x509 = await loadX509();
  return new x509.PublicKey(createPublicKey(key).export({ type: "spki", format: "der" }));
}

/** A random serial number, in the library's format. */
export const randomSerial = (): string => Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString("hex");

const pem = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/**
 * Creates a self-signed certificate authority. Times are milliseconds since the epoch.
 * @param key PEM of its private key; a new one (ECDSA P-256) when omitted. Certificates that an authority has signed
 *   stay valid under a later certificate of the same name and key.
 */
export async function createAuthority(
  commonName: string,
  notBefore: number,
  notAfter: number,
  key?: string,
): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const own = key ?? (await generateKey());
  const signer = await importSigner(own);
  const publicKey = await publicHalf(own);
  const name = [{ CN: [commonName] }];
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: name,
    issuer: name,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: signer.algorithm,
    publicKey,
    signingKey: signer.key as never,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return { certificate: pem(certificate.toString("pem")), key: own };
}

/**
 * Issues a certificate from an authority.
 * @param key PEM of the certificate's private key; a new one (ECDSA P-256) when omitted
 */
export async function issueCertificate(
  authority: KeyedCertificate,
  request: LeafRequest,
  key?: string,
): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const own = key ?? (await generateKey());
  const issuer = new x509.X509Certificate(authority.certificate);
  const signer = await importSigner(authority.key);
  const names = [
    ...(request.dnsNames ?? []).map((value) => ({ type: "dns" as const, value })),
    ...(request.ipAddresses ?? []).map((value) => ({ type: "ip" as const, value })),
  ];
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: [...request.organizations.map((name) => ({ O: [name] })), { CN: [request.commonName] }],
    issuer: issuer.subject,
    notBefore: new Date(request.notBefore),
    notAfter: new Date(request.notAfter),
    signingAlgorithm: signer.algorithm,
    publicKey: await publicHalf(own),
    signingKey: signer.key as never,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([USAGE_OIDS[request.usage]]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ],
  });
  return { certificate: pem(certificate.toString("pem")), key: own };
}

/** A private key that signs certificates, in the library's format: RSA, or ECDSA on P-256, P-384 or P-521. */
export async function importSigner(keyPemText: string) {
  const key = createPrivateKey(keyPemText);
  const der = key.export({ type: "pkcs8", format: "der" });
  const curve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ""] ?? KEY_ALGORITHM.namedCurve;
  const [algorithm, own] =
    key.asymmetricKeyType === "rsa"
      ? ([RSA_SIGNATURE, RSA_SIGNATURE] as const)
      : ([SIGNATURE, { name: KEY_ALGORITHM.name, namedCurve: curve }] as const);
  return { algorithm, key: await webcrypto.subtle.importKey("pkcs8", der, own, false, ["sign"]) };
}
