import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { CertificateRequest } from "../../../../shared/x509/certificateRequest.ts";

/**
 * Returns why a signer rejects a request; undefined when it accepts it.
 * @param usages as listed in the request's object
 */
export type SignerRule = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

/** The signers that issue certificates of the cluster's own authority, by full name. */
export function clusterSigners(vocabulary: Vocabulary): ReadonlyMap<string, SignerRule> {
  return new Map([
    [vocabulary.render("{labelDomain}/{prefix}-apiserver-client"), checkClient],
    [nodeClientSigner(vocabulary), checkNodeClient],
    [vocabulary.render("{labelDomain}/kubelet-serving"), checkNodeServing],
    // Accepts everything, as before signers had names.
    [vocabulary.render("{labelDomain}/legacy-unknown"), () => undefined],
  ]);
}

/** The signer of the client certificates of nodes. */
export const nodeClientSigner = (vocabulary: Vocabulary): string =>
  vocabulary.render("{labelDomain}/{prefix}-apiserver-client-kubelet");

const NODE_GROUP = "system:nodes";
const NODE_USER_PREFIX = "system:node:";
const CLIENT_AUTH = "client auth";
const SERVER_AUTH = "server auth";

/** Client certificates: no other usage is allowed. */
export const checkClient: SignerRule = (_request, usages) => {
  const other = usages.find((usage) => ![CLIENT_AUTH, "digital signature", "key encipherment"].includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.includes(CLIENT_AUTH) ? undefined : `missing required usage for client certificate: ${CLIENT_AUTH}`;
};

/** Client certificates of nodes: without alternative names. */
export const checkNodeClient: SignerRule = (request, usages) => {
  const { dns, email, ip, uri } = request.names;
  if (!isOfNodes(request)) return NOT_OF_NODES;
  if (dns.length > 0) return "DNS subjectAltNames are not allowed";
  if (email.length > 0) return EMAIL_REFUSED;
  if (ip.length > 0) return "IP subjectAltNames are not allowed";
  if (uri.length > 0) return URI_REFUSED;
  return isNode(request) ? usageMismatch(usages, CLIENT_AUTH) : NOT_A_NODE;
};

/** Serving certificates of nodes, which need DNS names or IP addresses. */
export const checkNodeServing: SignerRule = (request, usages) => {
  const { dns, email, ip, uri } = request.names;
  if (!isOfNodes(request)) return NOT_OF_NODES;
  if (dns.length + ip.length === 0) return "DNS or IP subjectAltName is required";
  if (email.length > 0) return EMAIL_REFUSED;
  if (uri.length > 0) return URI_REFUSED;
  return usageMismatch(usages, SERVER_AUTH) ?? (isNode(request) ? undefined : NOT_A_NODE);
};

const EMAIL_REFUSED = "Email subjectAltNames are not allowed";
const URI_REFUSED = "URI subjectAltNames are not allowed";
const NOT_OF_NODES = `subject organization is not ${NODE_GROUP}`;
const NOT_A_NODE = `subject common name does not begin with ${NODE_USER_PREFIX}`;

const isOfNodes = ({ organizations }: CertificateRequest): boolean =>
  organizations.length === 1 && organizations[0] === NODE_GROUP;
const isNode = ({ commonName }: CertificateRequest): boolean => commonName.startsWith(NODE_USER_PREFIX);

/** Nodes must request a fixed set of usages, in which only the one for RSA keys may be missing. */
function usageMismatch(usages: readonly string[], purpose: string): string | undefined {
  const full = ["digital signature", "key encipherment", purpose].sort();
  const asked = new Set(usages);
  const needed = full.filter((usage) => usage !== "key encipherment" || asked.has(usage));
  const matches = asked.size === needed.length && needed.every((usage) => asked.has(usage));
  return matches ? undefined : `usages did not match [${full.join(" ")}]`;
}
