import { createHash, type X509Certificate } from "node:crypto";
import { unauthorized } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { Authenticator } from "../authenticator.ts";
import { chainVerifier, commonNameOf, subjectOf } from "./certificateChain.ts";

export interface ClientCertificateOptions {
  /** PEM bundle of one or more authorities. */
  readonly authorities: string;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called for each request with a trusted certificate, with the seconds until it expires. */
  readonly onLifetime?: (left: number) => void;
}

/**
 * The common name is the user, the organizations are the groups, and the fingerprint identifies the credential.
 * Undefined without a common name.
 */
export function identityOfCertificate(certificate: X509Certificate, vocabulary: Vocabulary): Identity | undefined {
  const username = commonNameOf(certificate);
  if (username === "") return undefined;
  const { O } = subjectOf(certificate);
  const fingerprint = createHash("sha256").update(certificate.raw).digest("hex");
  return {
    username,
    groups: O === undefined ? [] : Array.isArray(O) ? O : [O],
    extra: { [vocabulary.render("authentication.{labelDomain}/credential-id")]: [`X509SHA256=${fingerprint}`] },
  };
}

/**
 * Authenticates TLS client certificates against one or more authorities. A trusted certificate without a common name
 * counts as no credential.
 * @throws Error for authorities without certificates
 */
export function clientCertificateAuthenticator(options: ClientCertificateOptions): Authenticator {
  const verify = chainVerifier(options.authorities, options.now);
  const ends = new WeakMap<X509Certificate, number>();
  const noteLifetime = (leaf: X509Certificate): void => {
    if (options.onLifetime === undefined) return;
    const end = ends.get(leaf) ?? Date.parse(leaf.validTo);
    ends.set(leaf, end);
    options.onLifetime((end - options.now()) / 1000);
  };
  // Every request has the certificate, and parsing is slow.
  const identities = new WeakMap<X509Certificate, Identity | undefined>();
  return {
    name: "clientCertificate",
    authenticate({ peerCertificates }) {
      if (peerCertificates.length === 0) return undefined;
      const leaf = verify(peerCertificates);
      if (leaf === undefined) throw unauthorized();
      noteLifetime(leaf);
      if (!identities.has(leaf)) identities.set(leaf, identityOfCertificate(leaf, options.vocabulary));
      return identities.get(leaf);
    },
  };
}
