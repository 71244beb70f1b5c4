/** A request for a cluster's API, as the page spells it. */
export interface ClusterPath {
  readonly cluster: string;
  /** Path and query for the cluster, as received: begins with one slash. */
  readonly path: string;
}

const PREFIX = "/clusters/";

/** Whether a request target is meant for a cluster at all. */
export const isClusterPath = (target: string): boolean => target.startsWith(PREFIX);

/**
 * Splits `/clusters/<id>/<API path>?<query>`.
 *
 * Undefined for every spelling that two parsers could read differently, so that nothing can climb out of the prefix or
 * reach another cluster: dot segments, encoded slashes and backslashes, empty segments, control characters. A single
 * trailing slash is kept, because `/apis/` is an address of its own.
 */
export function parseClusterPath(target: string): ClusterPath | undefined {
  if (!isClusterPath(target)) return undefined;
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark);
  const [cluster = "", ...segments] = path.slice(PREFIX.length).split("/");
  const rest = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  if (cluster === "" || segments.length === 0 || !isPlain(cluster) || !rest.every(isPlain)) return undefined;
  if (/[\\#]/.test(target)) return undefined;
  return { cluster: decodeURIComponent(cluster), path: `/${segments.join("/")}${query}` };
}

function isPlain(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return false;
  }
  if (decoded === "" || decoded === "." || decoded === "..") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  return !/[\u0000-\u001f\u007f/\\%]/.test(decoded);
}

/**
 * Takes the query parameter `accept` out of a WebSocket's path: a browser cannot set headers on one, so the page sends
 * the media type there. The other parameters keep their spelling and order.
 */
export function takeAccept(path: string): { path: string; accept: string | undefined } {
  const mark = path.indexOf("?");
  if (mark < 0) return { path, accept: undefined };
  let accept: string | undefined;
  const kept = path
    .slice(mark + 1)
    .split("&")
    .filter((part) => {
      if (!part.startsWith("accept=")) return true;
      accept ??= new URLSearchParams(part).get("accept") ?? undefined;
      return false;
    });
  return { path: kept.length === 0 ? path.slice(0, mark) : `${path.slice(0, mark)}?${kept.join("&")}`, accept };
}
