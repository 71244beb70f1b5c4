import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Pki } from "../../access/authentication/certificates/pki.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { type CertificateSource, fixedPair, openCertificateFiles } from "../../serving/http/tls/certificateFiles.ts";
import type { NamedSource } from "../../serving/http/tls/namedCertificates.ts";
import { writePrivateFile } from "../../store/storage/privateFile.ts";
import type { Foundation } from "./foundation.ts";

/** The certificates that the server presents. */
export interface ServingCertificates {
  readonly serving: CertificateSource;
  /** For clients that ask for other host names. */
  readonly named: readonly NamedSource[];
  /** Whether the server's own authority issued the serving certificate. */
  readonly isOwn: boolean;
}

/**
 * Opens the files that the flags name and follows them. Without files, the certificate of the data folder is used.
 * @throws OptionError for files that cannot be read or do not fit together
 */
export async function servingCertificates(
  { options, log, lifetime }: Foundation,
  pki: Pki,
): Promise<ServingCertificates> {
  const parts = {
    warn: (text: string) => log.warn(text),
    onStop: (end: () => void) => lifetime.add(end),
  };
  const named = await Promise.all(
    options.tlsSniCertKeys.map(async ({ certFile, keyFile, names }) => ({
      source: await openCertificateFiles(["--tls-sni-cert-key", "--tls-sni-cert-key"], [certFile, keyFile], parts),
      names,
    })),
  );
  const { tlsCertFile, tlsPrivateKeyFile, certDir } = options;
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    const flags = ["--tls-cert-file", "--tls-private-key-file"] as const;
    const serving = await openCertificateFiles(flags, [tlsCertFile, tlsPrivateKeyFile], parts);
    return { serving, named, isOwn: false };
  }
  const own = { cert: pki.serving.certificate, key: pki.serving.key };
  if (certDir === undefined) return { serving: fixedPair(own), named, isOwn: true };
  const files = [join(certDir, "apiserver.crt"), join(certDir, "apiserver.key")] as const;
  const [cert, key] = files.map((file) => existsSync(file));
  if (cert !== key) throw new OptionError(`--cert-dir: ${cert ? files[1] : files[0]} is missing`);
  if (!cert) {
    await mkdir(certDir, { recursive: true });
    await writePrivateFile(files[1], own.key);
    await writePrivateFile(files[0], own.cert);
  }
  return { serving: await openCertificateFiles(["--cert-dir", "--cert-dir"], files, parts), named, isOwn: false };
}
