import { posix } from "node:path";
import type { Steps } from "../../../../shared/steps.ts";
import type { PodResponse } from "../../../api/registry/podDoors.ts";
import { withLinks } from "./pageLinks.ts";

/** Which request an answer is to. */
export interface ProxiedRequest {
  /** Path of the proxy itself, without what follows it: what comes before the server's own paths. */
  readonly prefix: string;
  /** `host:port` of the server behind the proxy. */
  readonly authority: string;
}

/** Headers that say who may read an answer: the server behind the proxy has no say in that. */
const SHARING = new Set(["credentials", "headers", "methods", "origin"].map((what) => `access-control-allow-${what}`));

/**
 * An answer as the reference's proxies pass it on: where the server behind points to its own paths, in the head of the
 * answer or in the tags of a page, it points to these paths below the proxy. A compressed page stays as it is.
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

/** Scheme, host, path, and what follows it. */
const URL_PARTS = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/is;

/** A URL of the server behind the proxy as a path below the proxy; other servers' URLs and relative ones stay. */
function belowProxy(url: string, { prefix, authority }: ProxiedRequest): string {
  const [, host = "", path = "", rest = ""] = URL_PARTS.exec(url) ?? [];
  if ((host !== "" && host !== authority) || !path.startsWith("/")) return url;
  return `${path.startsWith(prefix) ? path : posix.join(prefix, path)}${rest}`;
}
