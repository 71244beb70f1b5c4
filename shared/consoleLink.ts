import { isPlainSegment } from "./text/plainSegment.ts";

/** A view of the console, identified by its address within the origin. */
export interface ConsoleLink {
  /** Path and query: `/c/sandbox/core/v1/pods?ns=dev`, or `/` for the start page. */
  readonly path: string;
  /** Id of the cluster that the view belongs to; undefined for the start page and the settings. */
  readonly cluster: string | undefined;
}

/** URL scheme of links into the console from other programs. */
export const LINK_SCHEME = "orrery";

const MAX_LENGTH = 2_048;
/** Query parameters that the host uses to admit a page; links may not contain them. */
const RESERVED = ["secret", "to"];

/**
 * Parses a path of the console: `/`, `/settings`, or `/c/<cluster>[/<segments>]`, each with an optional query.
 *
 * Returns undefined for anything else, and for every spelling that two parsers could read differently: a host, a
 * fragment, dot segments, encoded slashes, empty segments, backslashes, spaces and control characters, more than 2,048
 * characters.
 */
export function parseConsolePath(text: string): ConsoleLink | undefined {
  if (text.length > MAX_LENGTH || !/^\/[\x21-\x7e]*$/.test(text) || /[\\#"<>`{}|^]/.test(text)) return undefined;
  const mark = text.indexOf("?");
  const path = (mark < 0 ? text : text.slice(0, mark)).replace(/(?<=.)\/$/, "");
  const query = mark < 0 ? "" : text.slice(mark);
  const names = [...new URLSearchParams(query).keys()];
  if (RESERVED.some((name) => names.includes(name))) return undefined;
  if (path === "/" || path === "/settings") return { path: `${path}${query}`, cluster: undefined };
  const [root, first, ...segments] = path.split("/");
  const [cluster = ""] = segments;
  if (root !== "" || first !== "c" || segments.length === 0 || !segments.every(isPlainSegment)) return undefined;
  return { path: `${path}${query}`, cluster: decodeURIComponent(cluster) };
}

/** Parses `orrery://open/<path of the console>`. Returns undefined for anything else. */
export function parseOrreryLink(text: string): ConsoleLink | undefined {
  const rest = /^orrery:\/\/open(?=[/?]|$)(.*)$/i.exec(text)?.[1];
  if (rest === undefined) return undefined;
  return parseConsolePath(rest.startsWith("/") ? rest : `/${rest}`);
}

/** The link that opens a path of the console from another program. */
export const orreryLink = (path: string): string => `${LINK_SCHEME}://open${path}`;
