/** How a client verifies the server that it connects to, and the certificate that it shows. */
import { X509Certificate } from "node:crypto";
import type { AgentOptions, RequestOptions } from "node:https";
import { checkServerIdentity, createSecureContext } from "node:tls";
import type { ServerAccess } from "../kubeconfig/serverAccess.ts";
import { WebhookError } from "./webhookError.ts";

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");

/** The name that the handshake asks for: addresses are not names. */
export const nameInHandshake = (host: string): Pick<RequestOptions, "servername"> =>
  isAddress(host) ? {} : { servername: host };

/**
 * Names are checked against the one asked for, not against the address that was connected to. A client has one check: a
 * connection is used again by requests with the same one only.
 */
export const identityCheck =
  (name: string): NonNullable<AgentOptions["checkServerIdentity"]> =>
  (_host, certificate) =>
    checkServerIdentity(name, certificate);

/** Certificates that are trusted, and the client's own. @throws WebhookError `configuration` */
export function tlsOptions({
  ca,
  cert,
  key,
  insecureSkipVerify,
}: Pick<ServerAccess, "ca" | "cert" | "key" | "insecureSkipVerify">): AgentOptions {
  try {
    if (ca !== undefined && ca !== "") new X509Certificate(ca);
  } catch {
    const why = "unable to load root certificates: unable to parse bytes as PEM block";
    throw new WebhookError("configuration", why);
  }
  const options = {
    ...(ca === undefined || ca === "" ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ALPNProtocols: ["http/1.1"],
    // A server's own certificate, or an intermediate one, may be what is trusted.
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
