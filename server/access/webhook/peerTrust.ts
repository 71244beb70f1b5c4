/** How a client verifies a server's certificate, and presents its own. */
import { X509Certificate } from "node:crypto";
import type { AgentOptions, RequestOptions } from "node:https";
import { checkServerIdentity, createSecureContext } from "node:tls";
import type { ServerAccess } from "../kubeconfig/serverAccess.ts";
import { WebhookError } from "./webhookError.ts";

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");

/** The server name for the TLS handshake; omitted for IP addresses. */
export const nameInHandshake = (host: string): Pick<RequestOptions, "servername"> =>
  isAddress(host) ? {} : { servername: host };

/**
 * Checks the certificate against the requested name, not the connected address. A client uses one check only, because a
 * connection is only reused by requests with the same check.
 */
export const identityCheck =
  (name: string): NonNullable<AgentOptions["checkServerIdentity"]> =>
  (_host, certificate) =>
    checkServerIdentity(name, certificate);

/** TLS options for the trusted certificates and the client's own. @throws WebhookError `configuration` */
export function tlsOptions({
  ca,
  cert,
  key,
  insecureSkipVerify,
}: Pick<ServerAccess, "ca" | "cert" | "key" | "insecureSkipVerify">): AgentOptions {
  try {
    if (ca !== undefined && ca !== "") new X509Certificate(ca);
  } catch {
    const message = "unable to load root certificates: unable to parse bytes as PEM block";
    throw new WebhookError("configuration", message);
  }
  const options = {
    ...(ca === undefined || ca === "" ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ALPNProtocols: ["http/1.1"],
    // Trust a server's own certificate or an intermediate one, too.
    allowPartialTrustChain: true,
    ...(insecureSkipVerify === true ? { rejectUnauthorized: false } : {}),
  };
  try {
    createSecureContext(options);
  } catch {
    throw new WebhookError("configuration", "tls: failed to find any PEM data in certificate input");
  }
  return options;
}
