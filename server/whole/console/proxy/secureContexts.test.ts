import { Agent, createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../../ground/x509/certificates.ts";
import { SecureContexts } from "./secureContexts.ts";

const HOUR = 3_600_000;
const life = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
let authority: KeyedCertificate;
let stranger: KeyedCertificate;
let server: Server;

const clientOf = (commonName: string): Promise<KeyedCertificate> =>
  issueCertificate(authority, { commonName, organizations: [], usage: "client", ...life });

beforeAll(async () => {
  authority = await createAuthority("authority", life.notBefore, life.notAfter);
  stranger = await createAuthority("stranger", life.notBefore, life.notAfter);
  const own = await issueCertificate(authority, {
    commonName: "server",
    organizations: [],
    usage: "server",
    ipAddresses: ["127.0.0.1"],
    ...life,
  });
  const options = { cert: own.certificate, key: own.key, ca: authority.certificate, requestCert: true };
  server = createServer(options, (asked, answer) => {
    const peer = (asked.socket as TLSSocket).getPeerCertificate();
    answer.end(peer.subject?.CN ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Asks the server over a new connection. @returns the name in the client's certificate, as the server sees it */
const nameWith = (contexts: SecureContexts, ca: string, { certificate: cert, key }: KeyedCertificate) =>
  new Promise<string>((resolve, reject) => {
    const agent = contexts.serve(new Agent({ keepAlive: false }));
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: "127.0.0.1", port, ca, cert, key, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve(text));
    });
    asked.on("error", reject);
    asked.end();
  });

describe("SecureContexts", () => {
  it("keeps one context for the same certificates", async () => {
    const contexts = new SecureContexts();
    const { certificate: cert, key } = await clientOf("alice");
    const options = { ca: authority.certificate, cert, key };
    expect(contexts.of({ ...options })).toBe(contexts.of(options));
    expect(contexts.of({ ca: authority.certificate })).not.toBe(contexts.of(options));
  });

  it("identifies each client by its own certificate, and trusts only its own authority", async () => {
    const contexts = new SecureContexts();
    const [alice, bob] = [await clientOf("alice"), await clientOf("bob")];
    expect(await nameWith(contexts, authority.certificate, alice)).toBe("alice");
    expect(await nameWith(contexts, authority.certificate, bob)).toBe("bob");
    expect(await nameWith(contexts, authority.certificate, alice)).toBe("alice");
    await expect(nameWith(contexts, stranger.certificate, alice)).rejects.toThrow(/unable to verify|self-signed/);
  });
});
