/** URLs: absolute ones, or absolute paths. */
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { EntryMap, ListValue, OpaqueValue } from "../values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("URL");

interface ParsedUrl {
  readonly scheme: string;
  /** Name and port, as written. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:[^/?]*@)?([^/?]*))?([^?]*)(?:\?(.*))?$/s;
const HOST = /^(?:\[[0-9A-Fa-f:.%]+\]|(?:[^\s[\]<>"\\^`{|}%:]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;

function parseUrl(value: string): ParsedUrl | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters make a URL invalid
  if (value === "" || /[\u0000-\u001f\u007f]/.test(value)) return undefined;
  const match = PARTS.exec(value);
  if (match === null) return undefined;
  const [, scheme = "", host = "", path = "", query = ""] = match;
  if (scheme === "" && !value.startsWith("/")) return undefined;
  if (/%(?![0-9A-Fa-f]{2})/.test(path) || !HOST.test(host)) return undefined;
  if (scheme !== "" && match[2] === undefined && !path.startsWith("/")) return { scheme, host: "", path: "", query };
  // Without a scheme two slashes begin no host.
  if (scheme === "" && match[2] !== undefined) return { scheme: "", host, path, query };
  return { scheme: scheme.toLowerCase(), host, path, query };
}

function toUrl(value: string): OpaqueValue {
  const url = parseUrl(value);
  if (url === undefined) {
    throw new CelError(
      `URL parse error during conversion from string: parse ${JSON.stringify(value)}: invalid URI for request`,
    );
  }
  return new OpaqueValue(TYPE, url);
}

const hostname = (host: string): string => /^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, "");

/** The path with everything escaped that must be. */
const escapedPath = (path: string): string =>
  path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (found) => encodeURIComponent(found));

function queryOf(query: string): EntryMap {
  const names = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const values = names.get(name);
    if (values === undefined) names.set(name, [value]);
    else values.push(value);
  }
  const map = new EntryMap();
  for (const [name, values] of names) map.add(name, new ListValue(values));
  return map;
}

const part = (name: string, result: string, read: (url: ParsedUrl) => string | EntryMap): Overload =>
  define(`${TYPE}~${name}(): ${result}`, ([url]) => read(opaqueData<ParsedUrl>(url, TYPE)));

export const urls: readonly Overload[] = [
  define(`url(string): ${TYPE}`, ([s]) => toUrl(text(s)), { cost: traverse }),
  define("isURL(string): bool", ([s]) => parseUrl(text(s)) !== undefined),
  part("getScheme", "string", ({ scheme }) => scheme),
  part("getHost", "string", ({ host }) => host),
  part("getHostname", "string", ({ host }) => hostname(host)),
  part("getPort", "string", ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ""),
  part("getEscapedPath", "string", ({ path }) => escapedPath(path)),
  part("getQuery", "map(string, list(string))", ({ query }) => queryOf(query)),
];
