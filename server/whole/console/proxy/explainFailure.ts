import { ClusterError } from "../cluster.ts";

/** Explanations of error codes of connections, with advice. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known; is the network or a VPN missing?",
  EAI_AGAIN: "its name cannot be looked up now; is the network missing?",
  ETIMEDOUT: "it does not answer; is the network or a VPN missing?",
  EHOSTUNREACH: "there is no way to it; is the network or a VPN missing?",
  ENETUNREACH: "there is no way to its network; is the network or a VPN missing?",
  ECONNRESET: "it ended the connection",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; is the clock right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself and not among the trusted ones",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate comes from an authority that the kubeconfig does not name",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate comes from an authority that the kubeconfig does not name",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate comes from an authority that the kubeconfig does not name",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name; tls-server-name can state the right one",
};

/** One sentence about why a request to a cluster failed. Contains no credentials. */
export function explainFailure(error: unknown): string {
  if (error instanceof ClusterError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (/^ERR_(OSSL|SSL)|PEM|asn1/i.test(`${code} ${error.message}`) && !code.startsWith("ERR_TLS_CERT")) {
    return `a certificate or key could not be used (${error.message.slice(0, 200)})`;
  }
  const explanation = EXPLANATIONS[code];
  return explanation === undefined ? error.message || code : `${explanation} (${code})`;
}
