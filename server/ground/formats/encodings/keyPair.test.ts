import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAuthority } from "../../x509/certificates.ts";
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

describe("a generated key pair", () => {
  const year = 365 * 24 * 3600 * 1000;
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
  const pairs = Promise.all(["one", "two"].map((name) => createAuthority(name, 0, year)));

  it("matches with the key in PKCS #8 and SEC 1 form", async () => {
    const [own] = await pairs;
    expect(keyPairProblem(own?.certificate ?? "", own?.key ?? "")).toBeUndefined();
    const sec1 = createPrivateKey(own?.key ?? "").export({ type: "sec1", format: "pem" });
    expect(keyPairProblem(own?.certificate ?? "", String(sec1))).toBeUndefined();
  });

  it("does not match another key, a key of another type, or an invalid key", async () => {
    const [own, other] = await pairs;
    const problem = (key: string) => keyPairProblem(own?.certificate ?? "", key);
    expect(problem(other?.key ?? "")).toBe("tls: private key does not match public key");
    expect(problem(String(rsa))).toBe("tls: private key type does not match public key type");
    expect(problem(block("PRIVATE KEY"))).toBe("tls: failed to parse private key");
  });
});
