import { createPrivateKey, webcrypto } from "node:crypto";
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

/** The certificate library, which is slow to load and seldom needed. */
export async function loadX509() {
  provideReflectMetadata();
  const x509 = await import("@peculiar/x509");
  x509.cryptoProvider.set(webcrypto as never);
  return x509;
}

type KeyPair = webcrypto.CryptoKeyPair;

const generateKey = (): Promise<KeyPair> =>
  webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]) as Promise<KeyPair>;

/** A random serial number, as the library takes it. */
export const randomSerial = (): string => Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString("hex");

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${(der.match(/.{1,64}/g) ?? []).join("\n")}\n-----END PRIVATE KEY-----\n`;
}

const pem = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/** Creates a self-signed certificate authority (ECDSA P-256). Times are milliseconds since the epoch. */
export async function createAuthority(
  commonName: string,
  notBefore: number,
  notAfter: number,
): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const keys = await generateKey();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{ CN: [commonName] }],
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: SIGNATURE,
    keys: keys as never,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey as never),
    ],
  });
  return { certificate: pem(certificate.toString("pem")), key: await keyPem(keys.privateKey) };
}

/** Issues a certificate with a new key (ECDSA P-256) from an authority. */
export async function issueCertificate(authority: KeyedCertificate, request: LeafRequest): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const keys = await generateKey();
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
    publicKey: keys.publicKey as never,
    signingKey: signer.key as never,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([USAGE_OIDS[request.usage]]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ],
  });
  return { certificate: pem(certificate.toString("pem")), key: await keyPem(keys.privateKey) };
}

/** A private key that signs certificates, as the library takes it: RSA, or ECDSA on P-256, P-384 or P-521. */
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
