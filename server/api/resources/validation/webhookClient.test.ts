import { describe, expect, it } from "vitest";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { texts } from "../testing/objects.ts";
import { validateWebhookService, validateWebhookUrl } from "./webhookClient.ts";

const FORM = "; desired format: https://host[/path]";

describe("URLs", () => {
  it.each<[string, string[]]>([
    ["https://hooks.example.com:8443/check", []],
    ["https://[::1]:8443", []],
    ["http://x.example", [`Invalid value: "http": 'https' is the only allowed URL scheme${FORM}`]],
    ["https:///check", [`Invalid value: "": host must be specified${FORM}`]],
    ["https://me:pw@x", ['Invalid value: "me:pw": user information is not permitted in the URL']],
    ["https://x/#part", ['Invalid value: "part": fragments are not permitted in the URL']],
    ["https://x/?a=b", ['Invalid value: "a=b": query parameters are not permitted in the URL']],
    [
      "x.example",
      [
        `Invalid value: "": 'https' is the only allowed URL scheme${FORM}`,
        `Invalid value: "": host must be specified${FORM}`,
      ],
    ],
    [
      "https://x:port/",
      [`Required value: url must be a valid URL: parse "https://x:port/": invalid port ":port" after host${FORM}`],
    ],
    [
      "10.0.0.1:443/x",
      [
        `Required value: url must be a valid URL: parse "10.0.0.1:443/x": first path segment in URL cannot contain colon${FORM}`,
      ],
    ],
  ])("%s", (url, expected) => {
    expect(texts(validateWebhookUrl(url, "url"))).toEqual(expected.map((text) => `url: ${text}`));
  });

  it("are parsed like the reference", () => {
    const parts = { scheme: "https", host: "b", user: "a", path: "/c", query: "d", fragment: "e" };
    expect(parseUrl("HTTPS://a@b/c?d#e")).toEqual(parts);
    expect(parseUrl(":x")).toMatch(/missing protocol scheme$/);
    expect(parseUrl("https://x/%zz")).toMatch(/invalid URL escape "%zz"$/);
    expect(parseUrl("https://a b/")).toMatch(/invalid character " " in host name$/);
    expect(parseUrl("https://x/\u0001")).toMatch(/invalid control character in URL$/);
  });
});

describe("Service references", () => {
  const errors = (more: object): string[] =>
    texts(validateWebhookService({ namespace: "n", name: "s", ...more }, "service"));

  it.each<[object, string[]]>([
    [{}, []],
    [{ path: "/" }, []],
    [{ path: "/a/b.c/" }, []],
    [{ namespace: "" }, ["service.name: Required value"]],
    [{ name: "" }, ["service.namespace: Required value"]],
    [{ port: 0 }, ["service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive"]],
    [{ path: "//" }, ['service.path: Invalid value: "//": segment[0] may not be empty']],
    [{ path: "/a//b" }, ['service.path: Invalid value: "/a//b": segment[1] may not be empty']],
  ])("%j", (more, expected) => {
    expect(errors(more)).toEqual(expected);
  });

  it("report the invalid path segment", () => {
    expect(errors({ path: "x" })[0]).toBe("service.path: Invalid value: \"x\": must start with a '/'");
    expect(errors({ path: "/A" })[0]).toMatch(/^service.path: Invalid value: "\/A": segment\[0\]: a lowercase/);
  });
});
