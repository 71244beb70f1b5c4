/** A URL's parts as the reference's library sees them, which is more lenient than the platform's `URL`. */
export interface UrlParts {
  /** In lower case; empty when there is none. */
  readonly scheme: string;
  /** With its port. */
  readonly host: string;
  readonly user?: string;
  /** Escapes as they are written. */
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const FORM = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s;
// Bytes below the space, and the one that deletes.
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(31)}${String.fromCharCode(127)}]`);

/** @returns the parts, or why the text is not a URL, in the library's words */
export function parseUrl(text: string): UrlParts | string {
  const fail = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (CONTROL.test(text)) return fail("net/url: invalid control character in URL");
  const [before = "", ...after] = text.split("#");
  const match = FORM.exec(before);
  if (match === null || before.startsWith(":")) return fail("missing protocol scheme");
  const [, scheme = "", authority, path = "", query = ""] = match;
  if (scheme === "" && authority === undefined && /^[^/]*:/.test(path)) {
    return fail("first path segment in URL cannot contain colon");
  }
  const wrong = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(path);
  if (wrong !== null) return fail(`invalid URL escape ${JSON.stringify(wrong[0])}`);
  const at = (authority ?? "").lastIndexOf("@");
  const host = (authority ?? "").slice(at + 1);
  const why = checkHost(host);
  if (why !== undefined) return fail(why);
  const user = at < 0 ? {} : { user: (authority ?? "").slice(0, at) };
  return { scheme: scheme.toLowerCase(), host, ...user, path, query, fragment: after.join("#") };
}

function checkHost(host: string): string | undefined {
  const odd = /[\s"<>\\^`{|}]/.exec(host);
  if (odd !== null) return `invalid character ${JSON.stringify(odd[0])} in host name`;
  if (host.startsWith("[") && !host.includes("]")) return "missing ']' in host";
  const colon = host.startsWith("[") ? host.indexOf(":", host.indexOf("]")) : host.lastIndexOf(":");
  const port = colon < 0 ? "" : host.slice(colon);
  return port === "" || /^:[0-9]*$/.test(port) ? undefined : `invalid port ${JSON.stringify(port)} after host`;
}
