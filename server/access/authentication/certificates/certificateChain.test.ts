import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../../ground/x509/certificates.ts";
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

  it("rejects what is not a certificate", () => {
    const verify = chainVerifier(authority.certificate, () => NOW);
    expect(verify([])).toBeUndefined();
    expect(verify([new Uint8Array([0x30, 0x00])])).toBeUndefined();
  });
});
