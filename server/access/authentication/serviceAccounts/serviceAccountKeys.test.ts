import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAuthority } from "../../../ground/x509/certificates.ts";
import { jsonWebKey, parsePrivateKey, parsePublicKeys } from "./serviceAccountKeys.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p521 = generateKeyPairSync("ec", { namedCurve: "P-521" });
const other = generateKeyPairSync("ed25519");
const spki = { type: "spki", format: "pem" } as const;
const pkcs8 = { type: "pkcs8", format: "pem" } as const;
const publicPem = rsa.publicKey.export(spki).toString();
const privatePem = rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString();

describe("parsePublicKeys", () => {
  it("finds all keys of a file in any format and with text in between", async () => {
    const { certificate } = await createAuthority("ca", 0, Date.now());
    const text = [
      publicPem,
      "a remark",
      p256.privateKey.export({ type: "sec1", format: "pem" }),
      other.publicKey.export(spki),
      p521.publicKey.export(spki),
      certificate,
    ].join("\n");
    expect(parsePublicKeys(text).map(({ algorithm }) => algorithm)).toEqual(["RS256", "ES256", "ES512", "ES256"]);
  });

  it("gives the public and private key the same id", () => {
    const [a, b] = [parsePublicKeys(publicPem)[0], parsePublicKeys(privatePem)[0]];
    expect(a?.id).toMatch(/^[\w-]{43}$/);
    expect(b?.id).toBe(a?.id);
    expect(b?.key.type).toBe("public");
  });

  it.each([
    "",
    "nothing",
    other.publicKey.export(spki).toString(),
    "-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----",
  ])("rejects %j", (text) => {
    expect(() => parsePublicKeys(text)).toThrow("data does not contain any valid RSA or ECDSA public keys");
  });
});

describe("parsePrivateKey", () => {
  it("returns the first private key that can sign", () => {
    const text = `${publicPem}${other.privateKey.export(pkcs8)}${p256.privateKey.export(pkcs8)}${privatePem}`;
    expect(parsePrivateKey(text).asymmetricKeyType).toBe("ec");
  });
  it.each(["", publicPem, other.privateKey.export(pkcs8).toString()])("rejects %j", (text) => {
    expect(() => parsePrivateKey(text)).toThrow("data does not contain a valid RSA or ECDSA private key");
  });
});

describe("jsonWebKey", () => {
  it("contains only the public key, with members in the usual order", () => {
    const [first, second] = parsePublicKeys(`${privatePem}${p256.privateKey.export(pkcs8)}`).map(jsonWebKey);
    expect(Object.keys(first ?? {})).toEqual(["use", "kty", "kid", "alg", "n", "e"]);
    expect(Object.keys(second ?? {})).toEqual(["use", "kty", "kid", "crv", "alg", "x", "y"]);
    expect(second).toMatchObject({ use: "sig", kty: "EC", crv: "P-256", alg: "ES256" });
  });
});
