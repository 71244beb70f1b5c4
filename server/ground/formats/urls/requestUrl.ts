/** URLs: those of requests, that is, absolute URLs or absolute paths, and those that other documents contain. */
import { quoted } from "../../../../shared/text/quoted.ts";

export interface RequestUrl {
  /** In lower case; empty when there is none. */
  readonly scheme: string;
  /** Name and port, unescaped. */
  readonly host: string;
  /** The path as written; empty when the URL has no hierarchy. */
  readonly path: string;
  readonly query: string;
}

/** Control characters: those below the space, and DEL. */
export const CONTROL = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(31)}${String.fromCharCode(127)}]`);
const USER_INFO = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
/** ASCII characters that a host must not contain unescaped. */
const NO_HOST = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\uffff]/;
const PORT = /^(?::\d*)?$/;

/**
 * Parses the URL of a request. A fragment is treated as part of what it follows.
 *
 * @returns the parts, or why the text is not such a URL, with the message of the reference's library
 */
export function parseRequestUrl(text: string): RequestUrl | string {
  const parts = partsOf(text, true);
  return typeof parts === "string" ? `parse ${quoted(text)}: ${parts}` : parts;
}

/** The same for any URL that is also valid in a request: it has no fragment, and may name a host without a scheme. */
export function parseUrl(text: string): RequestUrl | string {
  const asked = parseRequestUrl(text);
  if (typeof asked === "string") return asked;
  const [, url = "", fragment = ""] = /^([^#]*)(?:#(.*))?$/s.exec(text) ?? [];
  const parts = partsOf(url, false);
  if (typeof parts === "string") return `parse ${quoted(url)}: ${parts}`;
  const problem = escapeProblem(fragment);
  return problem === undefined ? parts : `parse ${quoted(text)}: ${problem}`;
}

/** @param isRequest whether two slashes at the beginning are part of a path: otherwise they precede a host */
function partsOf(text: string, isRequest: boolean): RequestUrl | string {
  if (CONTROL.test(text)) return "net/url: invalid control character in URL";
  if (text === "") return "empty url";
  if (text === "*") return { scheme: "", host: "", path: "*", query: "" };
  if (text.startsWith(":")) return "missing protocol scheme";
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? "";
  const [, before = "", query = ""] =
    /^([^?]*)(?:\?(.*))?$/s.exec(text.slice(scheme === "" ? 0 : scheme.length + 1)) ?? [];
  const found = { scheme: scheme.toLowerCase(), host: "", path: "", query };
  if (!before.startsWith("/")) return scheme === "" ? "invalid URI for request" : found;
  const hasHost = scheme !== "" || (!isRequest && !before.startsWith("///"));
  const [, authority = "", path = ""] = (hasHost ? /^\/\/([^/]*)(.*)$/s.exec(before) : null) ?? ["", "", before];
  const host = hostOf(authority);
  const problem = host.problem ?? escapeProblem(path);
  return problem ?? { ...found, host: host.name, path };
}

function hostOf(authority: string): { readonly name: string; readonly problem?: string } {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  const host = authority.slice(at + 1);
  const problem = hostProblem(host) ?? (USER_INFO.test(user) ? escapeProblem(user) : "net/url: invalid userinfo");
  return problem === undefined ? { name: unescapeText(host) } : { name: "", problem };
}

/** Why the host of a URL, with or without a port, is invalid, with the message of the reference's library. */
export function hostProblem(host: string): string | undefined {
  const end = host.startsWith("[") ? host.lastIndexOf("]") : -1;
  if (host.startsWith("[") && end < 0) return "missing ']' in host";
  const colon = host.lastIndexOf(":");
  const port = end >= 0 ? host.slice(end + 1) : colon < 0 ? "" : host.slice(colon);
  if (!PORT.test(port)) return `invalid port ${quoted(port)} after host`;
  const zone = end < 0 ? -1 : host.slice(0, end).indexOf("%25");
  if (zone < 0) return nameProblem(host);
  return nameProblem(host.slice(0, zone)) ?? escapeProblem(host.slice(zone, end));
}

/** The first forbidden character or escape in a host's name. */
function nameProblem(name: string): string | undefined {
  for (let i = 0; i < name.length; i++) {
    const char = name.charAt(i);
    if (char !== "%") {
      if (NO_HOST.test(char)) return `invalid character ${quoted(char)} in host name`;
      continue;
    }
    const wrong = escapeProblem(name.slice(i, i + 3));
    if (wrong !== undefined) return wrong;
    const written = name.slice(i, i + 3);
    // Names must not escape ASCII characters, except for the percent sign itself.
    if (/[0-7]/.test(written.charAt(1)) && written !== "%25") return `invalid URL escape ${quoted(written)}`;
    i += 2;
  }
  return undefined;
}

/** The first invalid escape of a text, with the message of the reference's library. */
export function escapeProblem(text: string): string | undefined {
  const wrong = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text);
  return wrong === null ? undefined : `invalid URL escape ${quoted(wrong[0])}`;
}

/** Decodes the escapes of a text, which must be valid. */
export function unescapeText(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString());
}

/** Paths that may stay as written, and the characters that need no escape when any other has to be escaped. */
const WRITTEN = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]*$/;
const ESCAPED = /[^A-Za-z0-9\-._~$&+,/:;=@]/gu;

/** A path with all required escapes; unchanged if none is missing. */
export function escapedPath(path: string): string {
  if (WRITTEN.test(path)) return path;
  return unescapeText(path).replace(ESCAPED, (found) =>
    [...Buffer.from(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}

/** The values of a query by name; invalid parts are left out. */
export function queryValues(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";") || escapeProblem(pair) !== undefined) continue;
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair.replaceAll("+", " ")) ?? [];
    const values = found.get(unescapeText(name));
    if (values === undefined) found.set(unescapeText(name), [unescapeText(value)]);
    else values.push(unescapeText(value));
  }
  return found;
}
