/** Certificates by the host names that clients ask for (SNI). */
import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import type { CertificatePair, CertificateSource } from "./certificateFiles.ts";

export interface NamedSource {
  readonly source: CertificateSource;
  /** Host names; if empty, the names in the certificate. */
  readonly names: readonly string[];
}

/**
 * Finds the certificate for a host name: first by the name itself, then with a star for its first label, for its first
 * two, and so on. If several certificates have the name, the first of them is used.
 * @param makeContext creates a TLS context from a pair
 * @returns undefined for a name without a certificate
 */
export function namedCertificates(
  sources: readonly NamedSource[],
  makeContext: (pair: CertificatePair) => SecureContext = createSecureContext,
): (host: string) => SecureContext | undefined {
  let contexts = new Map<string, SecureContext>();
  const prepare = (): void => {
    const next = new Map<string, SecureContext>();
    for (const { source, names } of sources) {
      const context = makeContext(source.current);
      for (const name of names.length > 0 ? names : namesOf(source.current.cert)) {
        if (!next.has(name)) next.set(name, context);
      }
    }
    contexts = next;
  };
  prepare();
  for (const { source } of sources) source.onChange(prepare);
  return (host) => {
    const labels = host.toLowerCase().replace(/\.$/, "").split(".");
    let found = contexts.get(labels.join("."));
    for (let i = 0; found === undefined && i < labels.length; i++) {
      labels[i] = "*";
      found = contexts.get(labels.join("."));
    }
    return found;
  };
}

/** The host names and addresses in a certificate. */
function namesOf(pem: string): string[] {
  const { subjectAltName, subject } = new X509Certificate(pem);
  const alternatives = (subjectAltName ?? "").split(", ").flatMap((entry) => {
    const [, name] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? [];
    return name === undefined ? [] : [name.toLowerCase()];
  });
  const [, common] = /^CN=(.+)$/m.exec(subject ?? "") ?? [];
  return [...(common === undefined ? [] : [common.toLowerCase()]), ...alternatives];
}
