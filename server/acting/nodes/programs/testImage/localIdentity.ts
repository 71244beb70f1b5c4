import { createAuthority, issueCertificate } from "../../../../ground/x509/certificates.ts";
import type { ProgramStart, TlsIdentity } from "../program.ts";

const DAY = 86_400_000;
const YEAR = 365 * DAY;

/** Maximum size of a certificate or a key, in bytes. */
const MAX_PEM = 64 * 1024;
/** The paths of the image's own certificate and key. */
const OWN_FILES = ["/localhost.crt", "/localhost.key"] as const;

/**
 * The certificate and the key from files of a container; those of the test image when no files are named.
 * @throws Error when the files do not exist
 */
export async function identityIn(
  [certFile = OWN_FILES[0], keyFile = OWN_FILES[1]]: readonly (string | undefined)[],
  { machine }: Pick<ProgramStart, "machine">,
): Promise<TlsIdentity> {
  const files = [certFile, keyFile];
  const [cert, key] = await Promise.all(files.map((path) => machine.file(path, MAX_PEM)));
  if (cert && key) return { cert, key };
  if (files.every((path, i) => path === OWN_FILES[i])) return localIdentity();
  throw new Error(`open ${files.join(", ")}: no such file or directory`);
}

let made: Promise<TlsIdentity> | undefined;

/** A certificate for `localhost`, like the one in the reference's test image; created when it is first needed. */
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
