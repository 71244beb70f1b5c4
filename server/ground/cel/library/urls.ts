/** URLs: absolute ones, or absolute paths. */
import { escapedPath, parseRequestUrl, parseUrl, queryValues, type RequestUrl } from "../../formats/urls/requestUrl.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { EntryMap, ListValue, OpaqueValue } from "../values/values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("URL");

function toUrl(value: string): OpaqueValue {
  const url = parseUrl(value);
  if (typeof url === "string") throw new CelError(`URL parse error during conversion from string: ${url}`);
  return new OpaqueValue(TYPE, url);
}

const hostname = (host: string): string => /^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, "");

function queryOf(query: string): EntryMap {
  const map = new EntryMap();
  for (const [name, values] of queryValues(query)) map.set(name, new ListValue(values));
  return map;
}

const part = (name: string, result: string, read: (url: RequestUrl) => string | EntryMap): Overload =>
  define(`${TYPE}~${name}(): ${result}`, ([url]) => read(opaqueData<RequestUrl>(url, TYPE)));

export const urls: readonly Overload[] = [
  define(`url(string): ${TYPE}`, ([s]) => toUrl(text(s)), {
    cost: traverse,
    resultSize: ([size = { min: 0, max: 0 }]) => size,
  }),
  define("isURL(string): bool", ([s]) => typeof parseRequestUrl(text(s)) !== "string"),
  part("getScheme", "string", ({ scheme }) => scheme),
  part("getHost", "string", ({ host }) => host),
  part("getHostname", "string", ({ host }) => hostname(host)),
  part("getPort", "string", ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ""),
  part("getEscapedPath", "string", ({ path }) => escapedPath(path)),
  part("getQuery", "map(string, list(string))", ({ query }) => queryOf(query)),
];
