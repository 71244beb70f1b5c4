import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { createAuthority, issueCertificate } from "./certificates.ts";
import { clientCertificateAuthenticator } from "./clientCertificate.ts";
import type { Credentials } from "./identity.ts";
import { kubeconfigText, writeKubeconfig } from "./kubeconfig.ts";
import { ensurePki, type Pki } from "./pki.ts";

const trusting = (authorities: string, now: () => number = Date.now) =>
  clientCertificateAuthenticator({ authorities, vocabulary, now });
const DAY = 24 * 3600 * 1000;
const vocabulary = createVocabulary();
const der = (pem: string): Uint8Array => new X509Certificate(pem).raw;
const credentials = (...peerCertificates: Uint8Array[]): Credentials => ({ headers: {}, peerCertificates, path: "/" });

let directory: string;
let pki: Pki;
beforeAll(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "pki-")), "pki");
  pki = await ensurePki(directory, { vocabulary, hosts: ["console.example", "192.0.2.7"] });
});
afterAll(() => rm(join(directory, ".."), { recursive: true }));

describe("ensurePki", () => {
  it("creates a private folder with private files", async () => {
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const path of Object.values(pki.paths)) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("makes a serving certificate for the names and addresses that clients use", () => {
    const serving = new X509Certificate(pki.serving.certificate);
    for (const name of ["localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "console.example"]) {
      expect(serving.checkHost(name)).toBe(name);
    }
    for (const address of ["127.0.0.1", "::1", "10.96.0.1", "192.0.2.7"])
      expect(serving.checkIP(address)).toBeDefined();
    expect(serving.verify(new X509Certificate(pki.authority.certificate).publicKey)).toBe(true);
  });

  it("reads everything back unchanged", async () => {
    const again = await ensurePki(directory, { vocabulary, hosts: ["console.example"] });
    expect(again).toEqual(pki);
  });

  it("renews what is about to expire, but not the authority", async () => {
    const path = join(directory, "..", "renewed");
    const first = await ensurePki(path, { vocabulary });
    const later = await ensurePki(path, { vocabulary, now: () => Date.now() + 350 * DAY });
    expect(later.authority).toEqual(first.authority);
    expect(later.serviceAccountKey).toBe(first.serviceAccountKey);
    expect(later.serving.certificate).not.toBe(first.serving.certificate);
    expect(later.admin.certificate).not.toBe(first.admin.certificate);
  });

  it("replaces what cannot be read, and what was signed by the old authority", async () => {
    const path = join(directory, "..", "damaged");
    const first = await ensurePki(path, { vocabulary });
    await writeFile(first.paths.caCertificate, "garbage");
    const second = await ensurePki(path, { vocabulary });
    const issuer = new X509Certificate(second.authority.certificate);
    expect(new X509Certificate(second.admin.certificate).verify(issuer.publicKey)).toBe(true);
    expect(second.serviceAccountKey).toBe(first.serviceAccountKey);
  });
});

describe("clientCertificateAuthenticator", () => {
  const notBefore = Date.now() - DAY;
  const notAfter = Date.now() + DAY;

  it("takes the user from the common name and the groups from the organizations", () => {
    const authenticator = trusting(pki.authority.certificate);
    const identity = {
      username: "kubernetes-admin",
      groups: ["system:masters"],
      extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
    };
    expect(authenticator.authenticate(credentials(der(pki.admin.certificate)))).toEqual(identity);
    expect(authenticator.authenticate(credentials(der(pki.admin.certificate)))).toEqual(identity);
    expect(authenticator.authenticate(credentials())).toBeUndefined();
  });

  it("keeps several organizations and odd characters", async () => {
    const request = {
      commonName: "a, b=c",
      organizations: ["x", "y+z"],
      usage: "client" as const,
      notBefore,
      notAfter,
    };
    const leaf = await issueCertificate(pki.authority, request);
    const authenticator = trusting(pki.authority.certificate);
    expect(authenticator.authenticate(credentials(der(leaf.certificate)))).toMatchObject({
      username: "a, b=c",
      groups: ["x", "y+z"],
    });
  });

  it("refuses strangers, server certificates, garbage and what is out of date", async () => {
    const stranger = await createAuthority("other", notBefore, notAfter);
    const request = { commonName: "eve", organizations: [], usage: "client" as const, notBefore, notAfter };
    const foreign = await issueCertificate(stranger, request);
    const authenticator = trusting(pki.authority.certificate);
    expect(() => authenticator.authenticate(credentials(der(foreign.certificate)))).toThrow("Unauthorized");
    expect(() => authenticator.authenticate(credentials(der(pki.serving.certificate)))).toThrow("Unauthorized");
    expect(() => authenticator.authenticate(credentials(new Uint8Array([1, 2, 3])))).toThrow("Unauthorized");
    const late = trusting(pki.authority.certificate, () => Date.now() + 400 * DAY);
    expect(() => late.authenticate(credentials(der(pki.admin.certificate)))).toThrow("Unauthorized");
    const both = trusting(pki.authority.certificate + stranger.certificate);
    expect(both.authenticate(credentials(der(foreign.certificate)))).toMatchObject({ username: "eve" });
  });
});

describe("kubeconfig", () => {
  it("embeds the credentials of one context", async () => {
    const options = { server: "https://127.0.0.1:6443", authority: pki.authority.certificate, client: pki.admin };
    const path = await writeKubeconfig(directory, options);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const config = parse(kubeconfigText({ ...options, name: "on" }));
    expect(config["current-context"]).toBe("on");
    expect(config.contexts).toEqual([{ name: "on", context: { cluster: "on", user: "on" } }]);
    const data = Buffer.from(config.users[0].user["client-certificate-data"], "base64").toString();
    expect(data).toBe(pki.admin.certificate);
    expect(config.clusters[0].cluster.server).toBe("https://127.0.0.1:6443");
  });

  it("works with a token alone and with nothing", () => {
    expect(parse(kubeconfigText({ server: "http://x", token: "t: #" })).users[0].user).toEqual({ token: "t: #" });
    expect(parse(kubeconfigText({ server: "http://x" })).users[0].user).toEqual({});
  });
});
