import { createHash, X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../../ground/x509/certificates.ts";
import { parseCertificates } from "./certificateChain.ts";
import { clientCertificateAuthenticator, identityOfCertificate } from "./clientCertificate.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-02T03:04:05Z");
const vocabulary = createVocabulary();
let authority: KeyedCertificate;
const trusting = (authorities: string, now: () => number) =>
  clientCertificateAuthenticator({ authorities, vocabulary, now });
const issue = (parts: Partial<Parameters<typeof issueCertificate>[1]> = {}, by = authority) =>
  issueCertificate(by, {
    commonName: "alice",
    organizations: ["dev"],
    usage: "client",
    notBefore: NOW - HOUR,
    notAfter: NOW + HOUR,
    ...parts,
  });
const der = ({ certificate }: KeyedCertificate): Uint8Array => new X509Certificate(certificate).raw;
const offer = (...chain: Uint8Array[]) => ({ headers: {}, peerCertificates: chain, path: "/" });

beforeAll(async () => {
  authority = await createAuthority("root", NOW - 2 * HOUR, NOW + 10 * HOUR);
});

describe("parseCertificates", () => {
  it("splits a bundle regardless of text in between", async () => {
    const other = await createAuthority("other", NOW, NOW + HOUR);
    const bundle = `# first\n${authority.certificate}\nsecond:\n${other.certificate}`;
    expect(parseCertificates(bundle).map(({ subject }) => subject)).toEqual(["CN=root", "CN=other"]);
  });
  it.each(["", "no certificate", authorityLike("!!!!")])("rejects %j", (text) => {
    expect(() => parseCertificates(text)).toThrow();
  });
});

function authorityLike(body: string): string {
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
}

describe("identityOfCertificate", () => {
  it("requires a common name", async () => {
    const nameless = await issue({ commonName: "", organizations: ["dev"] });
    expect(identityOfCertificate(new X509Certificate(nameless.certificate), vocabulary)).toBeUndefined();
    const plain = await issue({ organizations: [] });
    expect(identityOfCertificate(new X509Certificate(plain.certificate), vocabulary)).toEqual({
      username: "alice",
      groups: [],
      extra: {
        "authentication.kubernetes.io/credential-id": [
          `X509SHA256=${createHash("sha256").update(der(plain)).digest("hex")}`,
        ],
      },
    });
  });
});

describe("clientCertificateAuthenticator", () => {
  it("returns undefined without a certificate", () => {
    expect(trusting(authority.certificate, () => NOW).authenticate(offer())).toBeUndefined();
  });

  it("drops a cached certificate once it expires", async () => {
    let now = NOW;
    const authenticator = trusting(authority.certificate, () => now);
    const leaf = der(await issue());
    expect(authenticator.authenticate(offer(leaf))).toMatchObject({ username: "alice", groups: ["dev"] });
    now = NOW + HOUR - 1000;
    expect(authenticator.authenticate(offer(leaf))).toMatchObject({ username: "alice" });
    now = NOW + HOUR + 1000;
    expect(() => authenticator.authenticate(offer(leaf))).toThrow("Unauthorized");
  });

  it("drops a cached certificate once its CA expires", async () => {
    let now = NOW;
    const brief = await createAuthority("brief", NOW - HOUR, NOW + HOUR);
    const authenticator = trusting(authority.certificate + brief.certificate, () => now);
    const leaf = der(await issue({ notAfter: NOW + 5 * HOUR }, brief));
    expect(authenticator.authenticate(offer(leaf))).toMatchObject({ username: "alice" });
    now = NOW + 2 * HOUR;
    expect(() => authenticator.authenticate(offer(leaf))).toThrow("Unauthorized");
  });

  it("rejects a certificate that is not valid yet and accepts it later", async () => {
    let now = NOW;
    const authenticator = trusting(authority.certificate, () => now);
    const leaf = der(await issue({ notBefore: NOW + HOUR, notAfter: NOW + 2 * HOUR }));
    expect(() => authenticator.authenticate(offer(leaf))).toThrow("Unauthorized");
    now = NOW + HOUR + 1000;
    expect(authenticator.authenticate(offer(leaf))).toMatchObject({ username: "alice" });
  });

  it("does not accept a leaf certificate as an intermediate CA", async () => {
    const middle = await issue({ commonName: "middle" });
    const leaf = await issue({ commonName: "eve", organizations: ["system:masters"] }, middle);
    const authenticator = trusting(authority.certificate, () => NOW);
    expect(() => authenticator.authenticate(offer(der(leaf), der(middle)))).toThrow("Unauthorized");
    expect(() => authenticator.authenticate(offer(der(leaf), der(authority)))).toThrow("Unauthorized");
    // The client only proves possession of the first certificate's key.
    expect(authenticator.authenticate(offer(der(middle), der(leaf)))).toMatchObject({ username: "middle" });
  });

  it("ignores a certificate without a common name", async () => {
    const authenticator = trusting(authority.certificate, () => NOW);
    expect(authenticator.authenticate(offer(der(await issue({ commonName: "" }))))).toBeUndefined();
  });

  it("trusts several CAs and rejects server certificates", async () => {
    const other = await createAuthority("other", NOW - HOUR, NOW + HOUR);
    const authenticator = trusting(authority.certificate + other.certificate, () => NOW);
    expect(authenticator.authenticate(offer(der(await issue({}, other))))).toMatchObject({ username: "alice" });
    const server = der(await issue({ usage: "server" }, other));
    expect(() => authenticator.authenticate(offer(server))).toThrow("Unauthorized");
    expect(() => authenticator.authenticate(offer(new Uint8Array([1, 2, 3])))).toThrow("Unauthorized");
  });
});

it("reports the remaining lifetime of certificates", async () => {
  const told: number[] = [];
  const method = clientCertificateAuthenticator({
    authorities: authority.certificate,
    vocabulary,
    now: () => NOW,
    onLifetime: (left) => told.push(left),
  });
  await method.authenticate(offer(der(await issue())));
  await method.authenticate(offer(der(await issue({ notAfter: NOW + 2 * HOUR }))));
  await method.authenticate(offer());
  expect(told).toEqual([3600, 7200]);
});
