import { createAuthority, issueCertificate } from "../../../ground/x509/certificates.ts";
import type { TlsIdentity } from "./program.ts";

const DAY = 86_400_000;
const YEAR = 365 * DAY;

let made: Promise<TlsIdentity> | undefined;

/** A certificate for `localhost`, as the reference's test image brings one; made when it is first needed. */
export function localIdentity(): Promise<TlsIdentity> {
  made ??= make();
  return made;
}

async function make(): Promise<TlsIdentity> {
  const [notBefore, notAfter] = [Date.now() - DAY, Date.now() + 10 * YEAR];
  const authority = await createAuthority("localhost-authority", notBefore, notAfter);
  const { certificate, key } = await issueCertificate(authority, {
    commonName: "localhost",
    organizations: ["Acme Co"],
    usage: "server",
    dnsNames: ["localhost", "example.com"],
    ipAddresses: ["127.0.0.1", "::1"],
    notBefore,
    notAfter,
  });
  return { cert: Buffer.from(certificate), key: Buffer.from(key) };
}
