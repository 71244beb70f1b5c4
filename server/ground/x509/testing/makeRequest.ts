import { webcrypto } from "node:crypto";
import { loadX509 } from "../certificates.ts";

/** The content of a test's certificate request. */
export interface RequestContent {
  readonly commonName?: string;
  readonly organizations?: readonly string[];
  readonly names?: readonly { readonly type: "dns" | "email" | "ip" | "url"; readonly value: string }[];
  readonly key?: "ec" | "rsa" | "pss" | "ed25519";
}

/** A request, and the key with which it was made. */
export interface MadeRequest {
  readonly der: Uint8Array;
  readonly pem: string;
  /** Base64 of the PEM, as in the API. */
  readonly base64: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
}

const RSA = { modulusLength: 2048, publicExponent: Uint8Array.from([1, 0, 1]), hash: "SHA-256" };
const ALGORITHMS = {
  ec: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  rsa: { name: "RSASSA-PKCS1-v1_5", ...RSA },
  pss: { name: "RSA-PSS", saltLength: 32, ...RSA },
  ed25519: { name: "Ed25519" },
} as const;

/** Makes a certificate request with a new key. */
export async function makeRequest(content: RequestContent): Promise<MadeRequest> {
  const x509 = await loadX509();
  const algorithm = ALGORITHMS[content.key ?? "ec"];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as webcrypto.CryptoKeyPair;
  const text = (value: string) => ({ utf8String: value });
  const { commonName, organizations = [], names = [] } = content;
  const made = await x509.Pkcs10CertificateRequestGenerator.create({
    name: new x509.Name([
      ...organizations.map((value) => ({ O: [text(value)] })),
      ...(commonName === undefined ? [] : [{ CN: [text(commonName)] }]),
    ]),
    keys: keys as never,
    signingAlgorithm: algorithm,
    extensions: names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension([...names])],
  });
  const pem = `${made.toString("pem").trimEnd()}\n`;
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    der: new Uint8Array(made.rawData),
    pem,
    base64: Buffer.from(pem).toString("base64"),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${(pkcs8.match(/.{1,64}/g) ?? []).join("\n")}\n-----END PRIVATE KEY-----\n`,
  };
}
