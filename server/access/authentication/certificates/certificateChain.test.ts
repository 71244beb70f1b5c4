import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  createAuthority,
  importSigner,
  issueCertificate,
  type KeyedCertificate,
  loadX509,
} from "../../../ground/x509/certificates.ts";
import { chainVerifier, commonNameOf } from "./certificateChain.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-02T03:04:05Z");
const leaf = { commonName: "alice", organizations: [], usage: "client" } as const;
const life = { notBefore: NOW - HOUR, notAfter: NOW + HOUR };
const der = ({ certificate }: KeyedCertificate): Uint8Array => new X509Certificate(certificate).raw;
let authority: KeyedCertificate;

beforeAll(async () => {
  authority = await createAuthority("root", NOW - HOUR, NOW + HOUR);
});

describe("chainVerifier", () => {
  it("accepts a directly trusted certificate even if it is not a CA", async () => {
    const alice = await issueCertificate(authority, { ...leaf, ...life });
    const eve = await issueCertificate(alice, { ...leaf, commonName: "eve", ...life });
    const verify = chainVerifier(alice.certificate, () => NOW);
    expect(commonNameOf(verify([der(alice)]) as X509Certificate)).toBe("alice");
    expect(verify([der(eve)])).toBeUndefined();
    expect(verify([der(eve), der(alice)])).toBeUndefined();
  });

  it("rejects a certificate whose CA has expired", async () => {
    let now = NOW;
    const alice = await issueCertificate(authority, { ...leaf, ...life, notAfter: NOW + 9 * HOUR });
    const verify = chainVerifier(authority.certificate, () => now);
    expect(verify([der(alice)])).toBeDefined();
    now += 2 * HOUR;
    expect(verify([der(alice)])).toBeUndefined();
  });

  it("rejects a certificate that is not valid yet after the clock was set back", async () => {
    let now = NOW;
    const alice = await issueCertificate(authority, { ...leaf, ...life });
    const verify = chainVerifier(authority.certificate, () => now);
    const peer = [der(alice)];
    expect(verify(peer)).toBeDefined();
    now -= 2 * HOUR;
    expect([verify(peer), verify([...peer])]).toEqual([undefined, undefined]);
    now = NOW;
    expect(verify([...peer])).toBeDefined();
  });

  it("verifies the certificates of a connection again only some time after they were refused", async () => {
    let now = NOW;
    const later = await issueCertificate(authority, { ...leaf, notBefore: NOW + 1000, notAfter: NOW + HOUR });
    const verify = chainVerifier(authority.certificate, () => now);
    const peer = [der(later)];
    const seen = [0, 9_999, 10_000].map((passed) => {
      now = NOW + passed;
      return verify(peer) !== undefined;
    });
    expect(seen).toEqual([false, false, true]);
  });

  describe("with authorities of one name and key, which have all issued each other,", () => {
    const twins: KeyedCertificate[] = [];
    let crossed: KeyedCertificate;
    let eve: KeyedCertificate;
    beforeAll(async () => {
      const first = await createAuthority("twin", life.notBefore, life.notAfter);
      twins.push(first);
      while (twins.length < 8) twins.push(await createAuthority("twin", life.notBefore, life.notAfter, first.key));
      crossed = await crossSigned(first, authority);
      eve = await issueCertificate(first, { ...leaf, commonName: "eve", ...life });
    });

    it("gives up after a few signatures when none of them leads to a trusted one", () => {
      const verify = chainVerifier(authority.certificate, () => NOW);
      const verified = vi.spyOn(X509Certificate.prototype, "verify");
      expect(verify([eve, ...twins].map(der))).toBeUndefined();
      expect(verified.mock.calls.length).toBeLessThanOrEqual(16);
      verified.mockRestore();
    });

    it("finds the one that a trusted authority has signed", () => {
      const verify = chainVerifier(authority.certificate, () => NOW);
      expect(verify([eve, ...twins, crossed].map(der))).toBeDefined();
    });
  });

  it("rejects what is not a certificate", () => {
    const verify = chainVerifier(authority.certificate, () => NOW);
    expect(verify([])).toBeUndefined();
    expect(verify([new Uint8Array([0x30, 0x00])])).toBeUndefined();
  });
});

/** A certificate for the name and key of one authority, signed by another one. */
async function crossSigned(subject: KeyedCertificate, issuer: KeyedCertificate): Promise<KeyedCertificate> {
  const x509 = await loadX509();
  const [own, by] = [subject, issuer].map(({ certificate }) => new x509.X509Certificate(certificate));
  const signer = await importSigner(issuer.key);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: own?.subject ?? "",
    issuer: by?.subject ?? "",
    notBefore: new Date(life.notBefore),
    notAfter: new Date(life.notAfter),
    signingAlgorithm: signer.algorithm,
    publicKey: own?.publicKey as never,
    signingKey: signer.key as never,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return { certificate: certificate.toString("pem"), key: subject.key };
}
