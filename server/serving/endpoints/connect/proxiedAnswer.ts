import { posix } from "node:path";
import type { Steps } from "../../../../shared/steps.ts";
import type { PodResponse } from "../../../api/registry/podAccess.ts";
import { withLinks } from "./pageLinks.ts";

/** The request that an answer belongs to. */
export interface ProxiedRequest {
  /** Path of the proxy itself, which precedes the paths of the proxied server. */
  readonly prefix: string;
  /** `host:port` of the proxied server. */
  readonly authority: string;
}

/**
 * CORS headers, which decide who may read an answer: they are dropped, because the proxied server must not decide that.
 */
const SHARING = new Set(["credentials", "headers", "methods", "origin"].map((what) => `access-control-allow-${what}`));

/**
 * Rewrites an answer as the reference's proxies do: references of the proxied server to its own paths, in the answer's
 * head or in the tags of a page, become paths below the proxy. A compressed page stays unchanged.
 */
export function* proxiedAnswer(answer: PodResponse, request: ProxiedRequest): Steps<PodResponse> {
  const passed = Object.entries(answer.headers).filter(([name]) => !SHARING.has(name.toLowerCase()));
  const headers = Object.fromEntries(passed);
  const { location } = headers;
  if (location !== undefined && location !== "") {
    return { ...answer, headers: { ...headers, location: belowProxy(location, request) } };
  }
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim() !== "text/html" || (headers["content-encoding"] ?? "") !== "") return { ...answer, headers };
  const text = Buffer.from(answer.body).toString("latin1");
  const page = yield* withLinks(text, (url) => belowProxy(url, request));
  if (page === text) return { ...answer, headers };
  const body = Buffer.from(page, "latin1");
  return { ...answer, headers: { ...headers, "content-length": String(body.length) }, body };
}

/** Captures the host, the path, and the rest after an optional scheme. */
const URL_PARTS = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/is;

/**
 * Converts a URL of the proxied server into a path below the proxy; URLs of other servers and relative URLs stay
 * unchanged.
 */
function belowProxy(url: string, { prefix, authority }: ProxiedRequest): string {
  const [, host = "", path = "", rest = ""] = URL_PARTS.exec(url) ?? [];
  if ((host !== "" && host !== authority) || !path.startsWith("/")) return url;
  return `${path.startsWith(prefix) ? path : posix.join(prefix, path)}${rest}`;
}
