import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orreryLink, parseConsolePath, parseOrreryLink } from "./consoleLink.ts";

describe("parseConsolePath", () => {
  test.each([
    ["/", "/", undefined],
    ["/?q=dev", "/?q=dev", undefined],
    ["/settings", "/settings", undefined],
    ["/c/sandbox", "/c/sandbox", "sandbox"],
    ["/c/sandbox/", "/c/sandbox", "sandbox"],
    ["/c/sandbox/core/v1/pods?ns=dev&sel=a%3Db", "/c/sandbox/core/v1/pods?ns=dev&sel=a%3Db", "sandbox"],
    ["/c/my%20cluster/access", "/c/my%20cluster/access", "my cluster"],
    ["/c/x/rbac/v1/clusterroles/_/system:node/yaml", "/c/x/rbac/v1/clusterroles/_/system:node/yaml", "x"],
  ])("parses %s", (text, path, cluster) => {
    expect(parseConsolePath(text)).toEqual({ path, cluster });
  });

  test.each([
    "",
    "c/sandbox",
    "//evil.example/c/sandbox",
    "/\\evil.example",
    "/c",
    "/c/",
    "/c//",
    "/c/sandbox//pods",
    "/c/sandbox/../..",
    "/c/%2e%2e/x",
    "/c/a%2Fb",
    "/c/a%00",
    "/settings/x",
    "/clusters/sandbox/api",
    "/host/clusters",
    "/c/sandbox#top",
    "/c/sand box",
    "/c/sandbox\n",
    "/c/sandbox?secret=x",
    "/?to=%2Fc%2Fx",
    "/?%73ecret=x",
    "http://127.0.0.1:4000/c/sandbox",
    `/c/sandbox?q=${"x".repeat(2_048)}`,
  ])("rejects %j", (text) => {
    expect(parseConsolePath(text)).toBeUndefined();
  });
});

describe("parseOrreryLink", () => {
  test.each([
    ["orrery://open", "/"],
    ["orrery://open/", "/"],
    ["ORRERY://open?q=x", "/?q=x"],
    ["orrery://open/c/sandbox/core/v1/pods?ns=dev", "/c/sandbox/core/v1/pods?ns=dev"],
  ])("parses %s", (link, path) => {
    expect(parseOrreryLink(link)?.path).toBe(path);
  });

  test.each([
    "orrery:open/c/x",
    "orrery://c/x",
    "orrery://openly/c/x",
    "orrery://open.evil.example/c/x",
    "orrery://open@evil.example/c/x",
    "orrery://open:80/c/x",
    "orrery://open//evil.example",
    "orrery://open/c/x/../../host",
    "https://open/c/x",
    " orrery://open/c/x",
    "",
  ])("rejects %j", (link) => {
    expect(parseOrreryLink(link)).toBeUndefined();
  });

  test("accepted links stay within the origin and below their cluster", () => {
    const piece = fc.oneof(
      fc.constantFrom("/", "..", ".", "c", "%2f", "\\", "@", ":", "?", "#", "//", "x"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const link = parseOrreryLink(`orrery://open/c/${pieces.join("")}`);
        if (link === undefined) return;
        const url = new URL(link.path, "http://127.0.0.1:4000");
        expect(url.origin).toBe("http://127.0.0.1:4000");
        expect(url.pathname + url.search).toBe(link.path);
        expect(url.pathname.startsWith("/c/")).toBe(true);
        expect(url.username + url.password + url.hash).toBe("");
        expect(url.searchParams.has("secret")).toBe(false);
        expect(parseOrreryLink(orreryLink(link.path))).toEqual(link);
      }),
    );
  });
});
