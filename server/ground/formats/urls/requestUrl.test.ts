import { expect, test } from "vitest";
import { escapedPath, parseRequestUrl, parseUrl, queryValues } from "./requestUrl.ts";

test.each([
  ["", "empty url"],
  [":x", "missing protocol scheme"],
  ["x", "invalid URI for request"],
  ["1:/x", "invalid URI for request"],
  ["../x", "invalid URI for request"],
  ["/a\u0001", "net/url: invalid control character in URL"],
  ["https://a b/", 'invalid character " " in host name'],
  ["https://a#b/", 'invalid character "#" in host name'],
  ["https://a:b/", 'invalid port ":b" after host'],
  ["https://[::1/", "missing ']' in host"],
  ["https://[::1]x/", 'invalid port "x" after host'],
  ["https://a%20b/", 'invalid URL escape "%20"'],
  ["https://a%zb/", 'invalid URL escape "%zb"'],
  ["https://u\u00e9@a/", "net/url: invalid userinfo"],
  ["https://a/%zz", 'invalid URL escape "%zz"'],
  ["https://a/%", 'invalid URL escape "%"'],
])("%j is an invalid request URL", (text, message) =>
  expect(parseRequestUrl(text)).toBe(`parse ${JSON.stringify(text).replace("\\u0001", "\\x01")}: ${message}`),
);

test.each([
  ["HTTPS://u:p@a:80/b?c#d", { scheme: "https", host: "a:80", path: "/b", query: "c#d" }],
  ["//a/b", { scheme: "", host: "", path: "//a/b", query: "" }],
  ["mailto:a@b?c", { scheme: "mailto", host: "", path: "", query: "c" }],
  ["*", { scheme: "", host: "", path: "*", query: "" }],
  ["https://[fe80::1%25en0]:1", { scheme: "https", host: "[fe80::1%en0]:1", path: "", query: "" }],
  ['https://<a>"%C3%A9/', { scheme: "https", host: '<a>"\u00e9', path: "/", query: "" }],
])("%j is a valid request URL", (text, parts) => expect(parseRequestUrl(text)).toEqual(parts));

test.each([
  ["HTTPS://u:p@a:80/b?c#d", { scheme: "https", host: "a:80", path: "/b", query: "c" }],
  ["/b#c?d", { scheme: "", host: "", path: "/b", query: "" }],
  ["//a/b", { scheme: "", host: "a", path: "/b", query: "" }],
  ["///a/b", { scheme: "", host: "", path: "///a/b", query: "" }],
  ["/a?b#%zz", 'parse "/a?b#%zz": invalid URL escape "%zz"'],
  ["a/b", 'parse "a/b": invalid URI for request'],
])("the parts of the URL %j", (text, parts) => expect(parseUrl(text)).toEqual(parts));

test.each([
  ["/a%2Fb!", "/a%2Fb!"],
  ["/a%2Fb c!", "/a/b%20c%21"],
  ["/\u00e9", "/%C3%A9"],
])("the path %j is escaped where needed", (path, escaped) => expect(escapedPath(path)).toBe(escaped));

test("query values that cannot be decoded are dropped", () => {
  expect(queryValues("a=1&&b;c&d=%zz&a=2+3&e=%41=&f")).toEqual(
    new Map([
      ["a", ["1", "2 3"]],
      ["e", ["A="]],
      ["f", [""]],
    ]),
  );
});
