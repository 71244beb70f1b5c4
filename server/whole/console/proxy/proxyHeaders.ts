import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import type { ClusterTarget } from "../cluster.ts";
import { impersonateHeaders } from "./impersonateHeaders.ts";
import { targetImpersonation } from "./targetImpersonation.ts";

/** Hop-by-hop headers (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers of the page that are not forwarded to a cluster: those about its identity, and where it comes from. `origin`
 * and `referer` name the host, which does not concern the cluster, and a server may refuse foreign origins.
 */
const NEVER_FORWARDED = new Set([
  "cookie",
  "authorization",
  "host",
  "origin",
  "referer",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  VIEW_AS_HEADER,
]);

/**
 * Headers of a cluster that are not forwarded to the page: cookies for the host's origin, and rules that are less
 * strict than the host's.
 */
const NEVER_RETURNED = new Set([
  "set-cookie",
  "strict-transport-security",
  "content-security-policy",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "clear-site-data",
]);

function copy(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) || named.has(name) || dropped.has(name) ? [] : [[name, value]],
    ),
  );
}

/**
 * Headers of the request to the cluster: the page's allowed headers, the user that it views as, and the credentials.
 *
 * @throws ViewAsError when the page names a user to view as in another way than the console's
 */
export function requestHeaders(headers: IncomingHttpHeaders, target: ClusterTarget): OutgoingHttpHeaders {
  const result: OutgoingHttpHeaders = copy(headers, NEVER_FORWARDED);
  for (const name of Object.keys(result)) if (name.startsWith("sec-fetch-")) delete result[name];
  // The user that the page names replaces the one in the kubeconfig, as with the flags of other clients.
  Object.assign(result, impersonateHeaders(headers) ?? (target.impersonate && targetImpersonation(target.impersonate)));
  if (target.token !== undefined) result["authorization"] = `Bearer ${target.token}`;
  return result;
}

/** Headers of the answer to the page. */
export const responseHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> =>
  copy(headers, NEVER_RETURNED);
