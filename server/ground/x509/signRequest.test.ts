import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { decodeCertificateRequest } from "../../../shared/x509/certificateRequest.ts";
import { identityOfCertificate } from "../../access/authentication/certificates/clientCertificate.ts";
import { createAuthority, type KeyedCertificate } from "./certificates.ts";
import { certificateUsages } from "./keyUsages.ts";
import { signRequest } from "./signRequest.ts";
import { makeRequest, type RequestContent } from "./testing/makeRequest.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const HOUR = 3600_000;
let authority: KeyedCertificate;
beforeAll(async () => {
  authority = await createAuthority("test", NOW - HOUR, NOW + 100 * HOUR);
});

async function issue(content: RequestContent, terms: { usages?: string[]; lifetime?: number; now?: number } = {}) {
  const made = await makeRequest(content);
  const request = decodeCertificateRequest(made.base64);
  const text = await signRequest(authority, request, { usages: ["client auth"], lifetime: HOUR, now: NOW, ...terms });
  return { made, certificate: new X509Certificate(text) };
}
const times = ({ validFrom, validTo }: X509Certificate) =>
  [validFrom, validTo].map((text) => (Date.parse(text) - NOW) / 60_000);

describe("signRequest", () => {
  it("copies subject, key and names, and the result verifies against the authority", async () => {
    const names = [
      { type: "dns", value: "n.example" },
      { type: "ip", value: "2001:db8::1" },
      { type: "ip", value: "192.0.2.7" },
    ] as const;
    const { made, certificate } = await issue({ commonName: "ann", organizations: ["dev", "qa"], names });
    const issuer = new X509Certificate(authority.certificate);
    expect(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)).toBe(true);
    expect(certificate.publicKey.equals(createPublicKey(made.privateKey))).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(identityOfCertificate(certificate, createVocabulary())).toMatchObject({
      username: "ann",
      groups: ["dev", "qa"],
    });
    expect(certificate.subjectAltName).toBe("DNS:n.example, IP Address:2001:DB8:0:0:0:0:0:1, IP Address:192.0.2.7");
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  });

  it.each(["ec", "rsa", "ed25519"] as const)("accepts %s keys", async (key) => {
    const { made, certificate } = await issue({ commonName: "x", key });
    expect(certificate.publicKey.equals(createPublicKey(made.privateKey))).toBe(true);
  });

  it("treats names as plain text only", async () => {
    const hidden = `#0c0e${Buffer.from("system:masters").toString("hex")}`;
    const { certificate } = await issue({ commonName: hidden, organizations: [hidden, 'x", O="system:masters'] });
    expect(identityOfCertificate(certificate, createVocabulary())).toMatchObject({
      username: hidden,
      groups: [hidden, 'x", O="system:masters'],
    });
  });

  it.each<[string, number, number[]]>([
    ["a short lifetime in full", HOUR, [-5, 60]],
    ["a longer lifetime minus the backdating", 10 * HOUR, [-5, 595]],
    ["no lifetime beyond that of the authority", 200 * HOUR, [-5, 6000]],
  ])("grants %s", async (_what, lifetime, expected) => {
    expect(times((await issue({ commonName: "x" }, { lifetime })).certificate)).toEqual(expected);
  });

  it("refuses after the authority has expired, and refuses modified requests", async () => {
    await expect(issue({ commonName: "x" }, { now: NOW + 101 * HOUR })).rejects.toThrow(
      "the signer has expired: NotAfter=",
    );
    await expect(issue({ commonName: "x" }, { now: NOW + 100 * HOUR + 1 })).rejects.toThrow(
      "refusing to sign a certificate that expired in the past: NotAfter=",
    );
    const request = decodeCertificateRequest((await makeRequest({ commonName: "x" })).base64);
    const forged = { ...request, information: request.information.with(-1, 1) };
    await expect(signRequest(authority, forged, { usages: [], lifetime: HOUR, now: NOW })).rejects.toThrow();
  });

  it("also signs with an RSA key of the authority", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const request = decodeCertificateRequest((await makeRequest({ commonName: "x" })).base64);
    const terms = { usages: ["any"], lifetime: HOUR, now: NOW };
    const text = await signRequest({ certificate: authority.certificate, key: privateKey }, request, terms);
    expect(new X509Certificate(text).verify(createPublicKey(privateKey))).toBe(true);
  });
});

describe("certificateUsages", () => {
  it("splits usages into key usages and extended ones, without duplicates, in certificate order", () => {
    expect(
      certificateUsages(["s/mime", "signing", "any", "digital signature", "email protection", "crl sign"]),
    ).toEqual({
      keyUsage: 65,
      extended: ["2.5.29.37.0", "1.3.6.1.5.5.7.3.4"],
    });
  });
  it("refuses unknown usages", () => {
    expect(() => certificateUsages(["any", "magic", "toString"])).toThrow(
      'unrecognized usage values: ["magic" "toString"]',
    );
  });
});
