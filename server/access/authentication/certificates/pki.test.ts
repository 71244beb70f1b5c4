import { createPrivateKey, X509Certificate } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createAuthority, issueCertificate } from "../../../ground/x509/certificates.ts";
import { DataFolderError } from "../../../store/storage/dataFolderError.ts";
import type { Credentials } from "../authenticator.ts";
import { kubeconfigText, writeKubeconfig } from "../kubeconfig.ts";
import { clientCertificateAuthenticator } from "./clientCertificate.ts";
import { ensurePki, type Pki } from "./pki.ts";
import { PKI_FILES, type PkiFile } from "./pkiFiles.ts";

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

  it("creates a serving certificate for the names and addresses that clients use", () => {
    const serving = new X509Certificate(pki.serving.certificate);
    for (const name of ["localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "console.example"]) {
      expect(serving.checkHost(name)).toBe(name);
    }
    for (const address of ["127.0.0.1", "::1", "10.96.0.1", "192.0.2.7"])
      expect(serving.checkIP(address)).toBeDefined();
    expect(serving.verify(new X509Certificate(pki.authority.certificate).publicKey)).toBe(true);
  });

  it("reads existing files unchanged", async () => {
    const again = await ensurePki(directory, { vocabulary, hosts: ["console.example"] });
    expect(again).toEqual(pki);
  });

  it("renews expiring certificates except the CA", async () => {
    const path = join(directory, "..", "renewed");
    const first = await ensurePki(path, { vocabulary });
    const later = await ensurePki(path, { vocabulary, now: () => Date.now() + 350 * DAY });
    expect(later.authority).toEqual(first.authority);
    expect(later.serviceAccountKey).toBe(first.serviceAccountKey);
    expect(later.serving.certificate).not.toBe(first.serving.certificate);
    expect(later.admin.certificate).not.toBe(first.admin.certificate);
  });

  it("recreates missing certificates for existing keys", async () => {
    const path = join(directory, "..", "later");
    const first = await ensurePki(path, { vocabulary });
    const later = await ensurePki(path, { vocabulary, now: () => Date.now() + 3640 * DAY });
    expect(later.authority.key).toBe(first.authority.key);
    expect(later.serving.key).toBe(first.serving.key);
    expect(later.authority.certificate).not.toBe(first.authority.certificate);
    // A client that trusts one certificate of the authority also trusts leaves signed under the other.
    const [old, renewed] = [first, later].map((each) => new X509Certificate(each.authority.certificate));
    for (const leaf of [first.admin, later.admin].map(({ certificate }) => new X509Certificate(certificate))) {
      for (const issuer of [old, renewed]) {
        expect(issuer !== undefined && leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey)).toBe(true);
      }
    }
  });

  it("recovers from a crash between writing a key and its certificate", async () => {
    const path = join(directory, "..", "halfway");
    const first = await ensurePki(path, { vocabulary });
    await rm(first.paths.caCertificate);
    await rm(first.paths.servingCertificate);
    const second = await ensurePki(path, { vocabulary });
    expect(second.authority.key).toBe(first.authority.key);
    expect(second.serving.key).toBe(first.serving.key);
    expect(second.admin).toEqual(first.admin);
  });

  describe("Rejection without changes of", () => {
    let path: string;
    let first: Pki;
    const snapshot = async (): Promise<string[]> =>
      Promise.all((await readdir(path)).sort().map(async (name) => `${name} ${await readFile(join(path, name))}`));
    beforeEach(async () => {
      path = await mkdtemp(join(directory, "..", "refused-"));
      for (const name of await readdir(directory)) await copyFile(join(directory, name), join(path, name));
      first = {
        ...pki,
        paths: Object.fromEntries(Object.entries(PKI_FILES).map(([role, file]) => [role, join(path, file)])),
      } as Pki;
    });
    const refuses = async (...parts: string[]): Promise<void> => {
      const before = await snapshot();
      const error = await ensurePki(path, { vocabulary, hosts: ["console.example", "192.0.2.7"] }).catch(
        (e: unknown) => e,
      );
      expect(error).toBeInstanceOf(DataFolderError);
      for (const part of parts) expect(String(error)).toContain(part);
      expect(String(error)).not.toContain("BEGIN");
      expect(String(error)).not.toContain("\n");
      expect(await snapshot()).toEqual(before);
    };

    const roles = Object.keys(PKI_FILES) as PkiFile[];
    for (const role of roles) {
      it.each(["truncated", "empty", "garbage"])(`${role}: %s`, async (how) => {
        const file = first.paths[role];
        const text = await readFile(file, "utf8");
        await writeFile(file, how === "empty" ? "" : how === "garbage" ? "\0\0\0\0" : text.slice(0, text.length / 2));
        await refuses(`${file} is damaged`);
      });
    }

    it("a private key that does not match its public half", async () => {
      const { n, ...rest } = createPrivateKey(first.serviceAccountKey).export({ format: "jwk" });
      const broken = `${n?.slice(0, 60)}${n?.[60] === "A" ? "B" : "A"}${n?.slice(61)}`;
      const key = createPrivateKey({ key: { ...rest, n: broken }, format: "jwk" });
      await writeFile(first.paths.serviceAccountKey, key.export({ type: "pkcs8", format: "pem" }));
      await refuses(`${first.paths.serviceAccountKey} is damaged`);
    });

    it.each([
      ["caCertificate", "caKey"],
      ["servingCertificate", "servingKey"],
      ["adminCertificate", "adminKey"],
    ] as const)("%s with a missing or different key", async (certificate, key) => {
      const other = await createAuthority("other", Date.now(), Date.now() + DAY);
      await writeFile(first.paths[key], other.key);
      await refuses(first.paths[certificate], "is not the certificate of", first.paths[key]);
      await rm(first.paths[key]);
      await refuses(`${first.paths[key]} is missing`);
    });

    it("a CA certificate without the CA flag", async () => {
      const leaf = await issueCertificate(
        pki.authority,
        { commonName: "x", organizations: [], usage: "client", notBefore: 0, notAfter: Date.now() + DAY },
        pki.authority.key,
      );
      await writeFile(first.paths.caCertificate, leaf.certificate);
      await refuses(`${first.paths.caCertificate} is damaged: it is not an authority's certificate`);
    });

    it("an unreadable file", async () => {
      await rm(first.paths.serviceAccountKey);
      await mkdir(first.paths.serviceAccountKey);
      await expect(ensurePki(path, { vocabulary })).rejects.toThrow("EISDIR");
    });
  });
});

describe("clientCertificateAuthenticator", () => {
  const notBefore = Date.now() - DAY;
  const notAfter = Date.now() + DAY;

  it("maps the common name to the user and organizations to groups", () => {
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

  it("keeps several organizations and special characters", async () => {
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

  it("rejects unknown issuers, server certificates, invalid data and expired certificates", async () => {
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

  it("supports a token only and no credentials at all", () => {
    expect(parse(kubeconfigText({ server: "http://x", token: "t: #" })).users[0].user).toEqual({ token: "t: #" });
    expect(parse(kubeconfigText({ server: "http://x" })).users[0].user).toEqual({});
  });
});
