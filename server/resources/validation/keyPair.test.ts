import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { keyPairProblem } from "./keyPair.ts";

const block = (label: string, data = "AAAA"): string => `-----BEGIN ${label}-----\n${data}\n-----END ${label}-----\n`;

describe("a certificate and its key", () => {
  it.each([
    ["cert", "key", "tls: failed to find any PEM data in certificate input"],
    ["", "", "tls: failed to find any PEM data in certificate input"],
    [
      block("PRIVATE KEY"),
      block("CERTIFICATE"),
      "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
    ],
    [
      block("X") + block("Y"),
      "",
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [X Y]',
    ],
    [block("CERTIFICATE"), "key", "tls: failed to find any PEM data in key input"],
    [
      block("CERTIFICATE"),
      block("CERTIFICATE"),
      "tls: found a certificate rather than a key in the PEM for the private key",
    ],
    [
      block("CERTIFICATE"),
      block("PUBLIC KEY") + block("CERTIFICATE"),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [PUBLIC KEY CERTIFICATE]',
    ],
    [block("CERTIFICATE"), block("PRIVATE KEY"), "x509: malformed certificate"],
  ])("%j with %j", (certificate, key, problem) => {
    expect(keyPairProblem(certificate, key)).toBe(problem);
  });
});

describe("a real pair", () => {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const pem = (key: typeof own.privateKey): string => key.export({ type: "pkcs8", format: "pem" }).toString();
  let certificate = "";

  beforeAll(async () => {
    await import("reflect-metadata").catch(() => undefined);
    const x509 = await import("@peculiar/x509");
    x509.cryptoProvider.set(crypto as never);
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const der = (key: typeof own.privateKey, type: "pkcs8" | "spki") => key.export({ type: type as never, format: "der" });
    const privateKey = await crypto.subtle.importKey("pkcs8", new Uint8Array(der(own.privateKey, "pkcs8")), algorithm, true, ["sign"]);
    const publicKey = await crypto.subtle.importKey("spki", new Uint8Array(der(own.publicKey, "spki")), algorithm, true, ["verify"]);
    const made = await x509.X509CertificateGenerator.createSelfSigned({
      name: "CN=test",
      keys: { privateKey, publicKey } as never,
      signingAlgorithm: { name: "ECDSA", hash: "SHA-256" } as never,
    });
    certificate = made.toString("pem");
  });

  it("fits", () => {
    expect(keyPairProblem(certificate, pem(own.privateKey))).toBeUndefined();
    const sec1 = createPrivateKey(pem(own.privateKey)).export({ type: "sec1", format: "pem" }).toString();
    expect(keyPairProblem(certificate, sec1)).toBeUndefined();
  });

  it("does not fit another key, nor one of another type, nor what is no key", () => {
    expect(keyPairProblem(certificate, pem(other.privateKey))).toBe("tls: private key does not match public key");
    expect(keyPairProblem(certificate, pem(rsa.privateKey))).toBe("tls: private key type does not match public key type");
    expect(keyPairProblem(certificate, block("PRIVATE KEY"))).toBe("tls: failed to parse private key");
  });
});
