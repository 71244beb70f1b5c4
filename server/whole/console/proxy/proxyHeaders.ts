import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import type { ClusterTarget } from "../cluster.ts";
import { impersonateHeaders } from "./impersonateHeaders.ts";
import { targetImpersonation } from "./targetImpersonation.ts";

/** Headers that are between two neighbours on the wire (RFC 9110 section 7.6.1). */
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
 * What the page may not say to a cluster: who it is, and where it comes from. `origin` and `referer` name the host, which is
 * no business of the cluster's, and a server may refuse foreign origins.
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

/** What a cluster may not do to the page: set cookies on the host's origin, or loosen the host's rules. */
const NEVER_RETURNED = new Set([
  "set-cookie",
  "strict-transport-security",
  "content-security-policy",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "clear-site-data",
]);

function copy(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name) && !dropped.has(name),
    ),
  );
}

/**
 * Headers of the request to the cluster: the page's, less what it may not send, whom it looks as, and the credentials.
 *
 * @throws ViewAsError when the page names somebody to look as in another way than ours
 */
export function requestHeaders(headers: IncomingHttpHeaders, target: ClusterTarget): OutgoingHttpHeaders {
  const result = copy(headers, NEVER_FORWARDED);
  for (const name of Object.keys(result)) if (name.startsWith("sec-fetch-")) delete result[name];
  // Somebody named by the page takes the place of the one that the kubeconfig names, as with every client's flags.
  Object.assign(result, impersonateHeaders(headers) ?? (target.impersonate && targetImpersonation(target.impersonate)));
  if (target.token !== undefined) result["authorization"] = `Bearer ${target.token}`;
  return result;
}

/** Headers of the answer to the page. */
export const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => copy(headers, NEVER_RETURNED);
