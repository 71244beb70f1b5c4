import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type PeerCertificate, type SecureVersion, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../ground/x509/certificates.ts";
import { parseServeFlags } from "../../whole/options/parseFlags.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const DAY = 24 * 3600 * 1000;
let folder: string;
let authority: KeyedCertificate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-certificates-"));
  authority = await createAuthority("test-ca", Date.now() - DAY, Date.now() + DAY);
});
afterAll(() => rm(folder, { recursive: true }));

const issue = (commonName: string, dnsNames: string[] = []): Promise<KeyedCertificate> =>
  issueCertificate(authority, {
    commonName,
    organizations: [],
    usage: "server",
    dnsNames,
    ipAddresses: ["127.0.0.1"],
    notBefore: Date.now() - DAY,
    notAfter: Date.now() + DAY,
  });

async function files(name: string, dnsNames: string[] = []): Promise<{ cert: string; key: string }> {
  const pair = await issue(name, dnsNames);
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  await writeFile(cert, pair.certificate);
  await writeFile(key, pair.key);
  return { cert, key };
}

interface Greeting {
  readonly servername?: string;
  readonly maxVersion?: SecureVersion;
  readonly ciphers?: string;
}

/** The certificate that a server presents to a client. Rejects when the handshake fails. */
async function greeted(server: TestServer, greeting: Greeting = {}): Promise<{ name: string; socket: TLSSocket }> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: Number(port), rejectUnauthorized: false, ...greeting }, () => {
      const { subject } = socket.getPeerCertificate() as PeerCertificate;
      socket.end();
      resolve({ name: String(subject.CN), socket });
    });
    socket.on("error", reject);
  });
}

describe("serving certificate", () => {
  it("is reloaded from its files, and kept while they do not match", async () => {
    const { cert, key } = await files("first");
    const server = await startTestServer({ tlsCertFile: cert, tlsPrivateKeyFile: key });
    try {
      expect((await greeted(server)).name).toBe("first");
      const next = await issue("second");
      await writeFile(cert, next.certificate);
      expect((await greeted(server)).name).toBe("first");
      await writeFile(key, next.key);
      await expect.poll(async () => (await greeted(server)).name, { timeout: 10_000 }).toBe("second");
    } finally {
      await server.stop();
    }
  });

  it("is selected by SNI", async () => {
    const named = await files("named", ["a.example.com"]);
    const wild = await files("wild");
    const server = await startTestServer({
      tlsSniCertKeys: [
        { certFile: named.cert, keyFile: named.key, names: [] },
        { certFile: wild.cert, keyFile: wild.key, names: ["*.example.com"] },
      ],
    });
    try {
      const names = await Promise.all(
        ["a.example.com", "A.EXAMPLE.COM", "b.example.com", "b.c.example.com"].map(
          async (servername) => (await greeted(server, { servername })).name,
        ),
      );
      expect(names).toEqual(["named", "named", "wild", "kube-apiserver"]);
    } finally {
      await server.stop();
    }
  });

  it("is written to and read from the folder of --cert-dir", async () => {
    const certDir = join(folder, "made", "certificates");
    const first = await startTestServer({ certDir });
    const { name } = await greeted(first);
    await first.stop();
    expect(await readFile(join(certDir, "apiserver.crt"), "utf8")).toContain("BEGIN CERTIFICATE");
    expect((await stat(join(certDir, "apiserver.key"))).mode & 0o777).toBe(0o600);
    const mine = await issue("mine");
    await writeFile(join(certDir, "apiserver.crt"), mine.certificate);
    await expect(startTestServer({ certDir })).rejects.toThrow("--cert-dir: the key is not the certificate's");
    await writeFile(join(certDir, "apiserver.key"), mine.key);
    const second = await startTestServer({ certDir });
    expect([name, (await greeted(second)).name]).toEqual(["kube-apiserver", "mine"]);
    await second.stop();
    await rm(join(certDir, "apiserver.key"));
    await expect(startTestServer({ certDir })).rejects.toThrow(/--cert-dir: .*apiserver\.key is missing/);
  });

  it.each([
    ["an invalid certificate", "x", undefined, "holds no PEM certificate"],
    ["an invalid key", undefined, "x", "holds no PEM private key"],
  ])("with %s the server does not start", async (_what, cert, key, message) => {
    const pair = await files("broken");
    if (cert !== undefined) await writeFile(pair.cert, cert);
    if (key !== undefined) await writeFile(pair.key, key);
    await expect(startTestServer({ tlsCertFile: pair.cert, tlsPrivateKeyFile: pair.key })).rejects.toThrow(message);
  });
});

describe("TLS", () => {
  it("uses the versions and cipher suites of the flags", async () => {
    const server = await startTestServer({
      tlsMinVersion: "TLSv1.2",
      tlsCipherSuites: ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"],
    });
    try {
      const { socket } = await greeted(server, { maxVersion: "TLSv1.2" });
      expect(socket.getProtocol()).toBe("TLSv1.2");
      const other = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256";
      await expect(greeted(server, { maxVersion: "TLSv1.2", ciphers: other })).rejects.toThrow();
    } finally {
      await server.stop();
    }
    const strict = await startTestServer({ tlsMinVersion: "TLSv1.3" });
    try {
      await expect(greeted(strict, { maxVersion: "TLSv1.2" })).rejects.toThrow();
      expect((await greeted(strict)).socket.getProtocol()).toBe("TLSv1.3");
    } finally {
      await strict.stop();
    }
  });

  it.each([
    [["--tls-min-version=TLS1.2"], '--tls-min-version: unknown tls version "TLS1.2"'],
    [["--tls-cipher-suites=RC4"], '--tls-cipher-suites: cipher suite "RC4" is not supported or does not exist'],
    [["--tls-sni-cert-key=only.crt"], "--tls-sni-cert-key: expected comma separated certificate and key file paths"],
    [["--tls-cert-file=a.crt"], "--tls-cert-file and --tls-private-key-file must be given together"],
    [["--goaway-chance=0.5"], "--goaway-chance must be from 0 to 0.02"],
    [["--cors-allowed-origins=example.com"], "is not pinned to the start of the host"],
    [["--cors-allowed-origins=//example.com"], "is not pinned to the end of the host"],
    [["--cors-allowed-origins=^(["], "--cors-allowed-origins: Invalid regular expression"],
    [["--strict-transport-security-directives=forever"], 'invalid value "forever"'],
  ])("%j is refused", (flags, message) => expect(() => parseServeFlags(flags)).toThrow(message));
});

describe("CORS headers", () => {
  it("are sent to allowed origins, and preflight requests need no credentials", async () => {
    const server = await startTestServer({
      corsOrigins: [/^https:\/\/example\.com$/],
      strictTransportDirectives: ["max-age=31536000", "preload"],
    });
    try {
      const asked = (origin: string, method = "GET") =>
        server.request(method, "/api/v1/namespaces/none", { as: "nobody", headers: { origin } });
      const preflight = await asked("https://example.com", "OPTIONS");
      expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([
        204,
        "POST, GET, OPTIONS, PUT, DELETE, PATCH",
      ]);
      const refused = await asked("https://example.com");
      expect(refused.status).toBeGreaterThanOrEqual(401);
      expect(refused.headers).toMatchObject({
        "access-control-allow-origin": "https://example.com",
        "access-control-allow-credentials": "true",
        "strict-transport-security": "max-age=31536000; preload",
      });
      const other = await asked("https://example.com.evil.org");
      expect(other.headers).not.toHaveProperty("access-control-allow-origin");
    } finally {
      await server.stop();
    }
  });
});
