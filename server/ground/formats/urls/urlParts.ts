import { quoted } from "../../../../shared/text/quoted.ts";
import { CONTROL, escapeProblem, hostProblem } from "./requestUrl.ts";

/** A URL's parts according to the reference's library, which is more lenient than the platform's `URL`. */
export interface UrlParts {
  /** In lower case; empty when there is none. */
  readonly scheme: string;
  /** Including the port. */
  readonly host: string;
  readonly user?: string;
  /** Escapes stay as written. */
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const FORM = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s;

/** @returns the parts, or why the text is not a URL, with the library's message */
export function parseUrl(text: string): UrlParts | string {
  const fail = (message: string): string => `parse ${quoted(text)}: ${message}`;
  if (CONTROL.test(text)) return fail("net/url: invalid control character in URL");
  const [before = "", ...after] = text.split("#");
  const match = FORM.exec(before);
  if (match === null || before.startsWith(":")) return fail("missing protocol scheme");
  const [, scheme = "", authority, path = "", query = ""] = match;
  if (scheme === "" && authority === undefined && /^[^/]*:/.test(path)) {
    return fail("first path segment in URL cannot contain colon");
  }
  const at = (authority ?? "").lastIndexOf("@");
  const host = (authority ?? "").slice(at + 1);
  const message = hostProblem(host) ?? escapeProblem(path);
  if (message !== undefined) return fail(message);
  const user = at < 0 ? {} : { user: (authority ?? "").slice(0, at) };
  return { scheme: scheme.toLowerCase(), host, ...user, path, query, fragment: after.join("#") };
}
