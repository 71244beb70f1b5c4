import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCertificateRequest, parseCertificateRequest } from "../../../shared/x509/certificateRequest.ts";
import { DerError } from "../../../shared/x509/der.ts";
import { checkRequestSignature } from "./requestSignature.ts";
import { makeRequest } from "./testing/makeRequest.ts";

describe("decodeCertificateRequest", () => {
  it("decodes the subject and the alternative names", async () => {
    const made = await makeRequest({
      commonName: "Zoë",
      organizations: ["b", "a, c"],
      names: [
        { type: "dns", value: "node.example" },
        { type: "ip", value: "192.0.2.7" },
        { type: "ip", value: "2001:db8::1" },
        { type: "email", value: "a@example.com" },
        { type: "url", value: "spiffe://example/x" },
      ],
    });
    expect(decodeCertificateRequest(made.base64)).toMatchObject({
      commonName: "Zoë",
      organizations: ["b", "a, c"],
      names: {
        dns: ["node.example"],
        ip: ["192.0.2.7", "2001:db8:0:0:0:0:0:1"],
        email: ["a@example.com"],
        uri: ["spiffe://example/x"],
      },
    });
    const plain = decodeCertificateRequest((await makeRequest({ commonName: "x" })).base64);
    expect([plain.organizations, plain.names]).toEqual([[], { dns: [], ip: [], email: [], uri: [] }]);
  });

  const pem = (bytes: number[], label = "CERTIFICATE REQUEST") =>
    Buffer.from(
      `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${label}-----\n`,
    ).toString("base64");
  it.each<[string, string, string]>([
    ["text that is not PEM", "bm9wZQ==", "PEM block type must be CERTIFICATE REQUEST"],
    ["a PEM block of another type", pem([0x30, 0], "CERTIFICATE"), "PEM block type must be CERTIFICATE REQUEST"],
    ["an empty PEM block", pem([]), "asn1: syntax error: sequence truncated"],
    ["a truncated sequence", pem([0x30, 5, 1]), "asn1: syntax error: data truncated"],
    [
      "an element that is not a sequence",
      pem([0x02, 1, 7]),
      "asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) {optional:false " +
        "explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false " +
        "omitEmpty:false} certificateRequest @2",
    ],
    ["trailing data", pem([0x30, 0, 0]), "asn1: syntax error: trailing data"],
  ])("refuses %s", (_what, text, message) => {
    expect(() => decodeCertificateRequest(text)).toThrow(new DerError(message));
  });

  it("throws only DerErrors, and always terminates, whatever the bytes", async () => {
    const { der } = await makeRequest({
      commonName: "x",
      organizations: ["o"],
      names: [{ type: "dns", value: "d.e" }],
    });
    const change = fc.record({ at: fc.nat(der.length - 1), byte: fc.nat(255), length: fc.nat(der.length) });
    fc.assert(
      fc.property(change, ({ at, byte, length }) => {
        for (const bytes of [der.with(at, byte), der.slice(0, length)]) {
          try {
            parseCertificateRequest(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(DerError);
          }
        }
      }),
    );
  });
});

describe("checkRequestSignature", () => {
  it.each(["ec", "rsa", "pss", "ed25519"] as const)("verifies signatures of %s keys", async (key) => {
    const { der } = await makeRequest({ commonName: "x", key });
    checkRequestSignature(parseCertificateRequest(der));
    const forged = Uint8Array.from(der);
    const at = Buffer.from(der).indexOf(Buffer.from([0x0c, 1, 0x78]));
    forged[at + 2] = 0x79;
    expect(parseCertificateRequest(forged).commonName).toBe("y");
    const failure = { ec: "x509: ECDSA", rsa: "crypto/rsa: ", pss: "crypto/rsa: ", ed25519: "x509: Ed25519 " }[key];
    expect(() => checkRequestSignature(parseCertificateRequest(forged))).toThrow(failure);
  });

  it("refuses invalid and unknown signatures", async () => {
    const request = parseCertificateRequest((await makeRequest({ commonName: "x" })).der);
    const withAlgorithm = (id: number[]) => {
      const whole = Uint8Array.from([0x30, id.length + 2, 0x06, id.length, ...id]);
      return { ...request, algorithm: { tag: 0x30, content: whole.subarray(2), whole } };
    };
    const rsa = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
    const refused = (id: number[]) => expect(() => checkRequestSignature(withAlgorithm(id)));
    refused([...rsa, 5]).toThrow("x509: cannot verify signature: insecure algorithm SHA1-RSA");
    refused([...rsa, 11]).toThrow("x509: cannot verify signature: algorithm unimplemented");
    refused([1, 2, 3]).toThrow("x509: cannot verify signature: algorithm unimplemented");
  });
});
