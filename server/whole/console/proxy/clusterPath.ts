import { isPlainSegment } from "../../../../shared/text/plainSegment.ts";
import { VIEW_AS_PARAMETER } from "../../../../shared/viewAs.ts";

/** A request for a cluster's API, in the page's form. */
export interface ClusterPath {
  readonly cluster: string;
  /** Path and query for the cluster, as received: begins with exactly one slash. */
  readonly path: string;
}

const PREFIX = "/clusters/";

/** Whether a request target is meant for a cluster. */
export const isClusterPath = (target: string): boolean => target.startsWith(PREFIX);

/**
 * Splits `/clusters/<id>/<API path>?<query>`.
 *
 * Returns undefined for every spelling that two parsers could interpret differently, so that no path can escape from
 * the prefix or reach another cluster: dot segments, encoded slashes and backslashes, empty segments, control
 * characters. A single trailing slash is kept, because `/apis/` is a separate address.
 */
export function parseClusterPath(target: string): ClusterPath | undefined {
  if (!isClusterPath(target)) return undefined;
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark);
  const [cluster = "", ...segments] = path.slice(PREFIX.length).split("/");
  const rest = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  if (cluster === "" || segments.length === 0 || !isPlainSegment(cluster) || !rest.every(isPlainSegment))
    return undefined;
  if (/[\\#]/.test(target)) return undefined;
  return { cluster: decodeURIComponent(cluster), path: `/${segments.join("/")}${query}` };
}

/** The parameters that a page sends in the query of a WebSocket's path, because it cannot set headers. */
export interface SocketQuery {
  /** The path without these parameters; the others keep their spelling and order. */
  readonly path: string;
  /** The media type. */
  readonly accept: string | undefined;
  /** The identity to view as, encoded. */
  readonly viewAs: string | undefined;
}

/** Extracts from a WebSocket's path the parameters that replace headers, which a browser cannot set on a WebSocket. */
export function takeSocketQuery(path: string): SocketQuery {
  const mark = path.indexOf("?");
  if (mark < 0) return { path, accept: undefined, viewAs: undefined };
  const taken = new Map<string, string>();
  const kept = path
    .slice(mark + 1)
    .split("&")
    .filter((part) => {
      const [name = ""] = part.split("=", 1);
      if (!part.includes("=") || (name !== "accept" && name !== VIEW_AS_PARAMETER)) return true;
      if (!taken.has(name)) taken.set(name, new URLSearchParams(part).get(name) ?? "");
      return false;
    });
  return {
    path: kept.length === 0 ? path.slice(0, mark) : `${path.slice(0, mark)}?${kept.join("&")}`,
    accept: taken.get("accept"),
    viewAs: taken.get(VIEW_AS_PARAMETER),
  };
}
