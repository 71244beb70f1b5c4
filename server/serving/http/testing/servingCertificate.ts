import { createAuthority, issueCertificate } from "../../../ground/x509/certificates.ts";

const HOUR = 3_600_000;

/** A certificate for the loopback address and its key (PEM), for test servers whose clients do not verify it. */
export async function servingCertificate(): Promise<{ readonly cert: string; readonly key: string }> {
  const [notBefore, notAfter] = [Date.now() - HOUR, Date.now() + HOUR];
  const authority = await createAuthority("test-ca", notBefore, notAfter);
  const { certificate: cert, key } = await issueCertificate(authority, {
    commonName: "test",
    organizations: [],
    usage: "server",
    dnsNames: ["localhost"],
    ipAddresses: ["127.0.0.1"],
    notBefore,
    notAfter,
  });
  return { cert, key };
}
