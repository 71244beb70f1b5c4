import { describe, expect, it } from "vitest";
import { readCertificate } from "./certificate.ts";
import { DerError } from "./der.ts";
import { nameText } from "./distinguishedName.ts";
import { parsePem } from "./pem.ts";
import { AUTHORITY, CERTIFICATE } from "./testing/samples.ts";

const derOf = (pem: string): Uint8Array => parsePem(pem)[0]?.data ?? new Uint8Array();

describe("readCertificate", () => {
  it("parses subject, issuer and validity", () => {
    const read = readCertificate(derOf(CERTIFICATE));
    expect(nameText(read.subject)).toBe("O=Shop, O=Web, CN=shop");
    expect(nameText(read.issuer)).toBe("CN=Shop CA");
    expect([read.notBefore, read.notAfter]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)]);
    expect(read.names.dns).toEqual(["shop.example.com", "*.shop.example.com"]);
    expect(read.names.ip).toEqual(["10.0.0.7", "2001:db8:0:0:0:0:0:1"]);
  });

  it("parses four-digit years and certificates without alternative names", () => {
    const read = readCertificate(derOf(AUTHORITY));
    expect(read.notAfter).toBe(Date.parse("2064-02-03T04:05:06Z"));
    expect(read.names.dns).toEqual([]);
  });

  it("rejects invalid certificates", () => {
    expect(() => readCertificate(new Uint8Array())).toThrow(DerError);
    expect(() => readCertificate(Uint8Array.from([0x30, 2, 0x30, 0]))).toThrow(DerError);
  });
});
