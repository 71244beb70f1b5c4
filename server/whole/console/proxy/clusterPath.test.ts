import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeViewAs } from "../../../../shared/viewAs.ts";
import { isClusterPath, parseClusterPath, takeSocketQuery } from "./clusterPath.ts";

describe("parseClusterPath", () => {
  test("splits the cluster from the path, and keeps the query unchanged", () => {
    expect(parseClusterPath("/clusters/a/api/v1/pods?watch=1&x=%2F..")).toEqual({
      cluster: "a",
      path: "/api/v1/pods?watch=1&x=%2F..",
    });
    expect(parseClusterPath("/clusters/a/")).toEqual({ cluster: "a", path: "/" });
    expect(parseClusterPath("/clusters/a/apis/")).toEqual({ cluster: "a", path: "/apis/" });
  });

  test("keeps percent escapes in a name", () => {
    expect(parseClusterPath("/clusters/a%20b/api/v1/x/system%3Anode")).toEqual({
      cluster: "a b",
      path: "/api/v1/x/system%3Anode",
    });
  });

  test.each([
    "/clusters/a",
    "/clusters//api",
    "/clusters/a/../b/api",
    "/clusters/a/api/../../b",
    "/clusters/a/%2e%2e/b",
    "/clusters/a/%2E./b",
    "/clusters/a/./b",
    "/clusters/a//api",
    "/clusters/a/api//v1",
    "/clusters/a/api/v1//",
    "/clusters/a/api%2fv1",
    "/clusters/a/api%2Fv1",
    "/clusters/a/api%5cv1",
    "/clusters/a/api\\v1",
    "/clusters/%2e%2e/api",
    "/clusters/a%2fb/api",
    "/clusters/a/%252e%252e/b",
    "/clusters/a/api%00",
    "/clusters/a/api%0d%0aX:1",
    "/clusters/a/%zz",
    "/clusters/a/api#x",
    "/elsewhere/a/api",
  ])("refuses %s", (target) => {
    expect(parseClusterPath(target)).toBeUndefined();
  });

  test("accepted paths stay below the cluster however they are normalized", () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "%2e",
      "%2E%2e",
      "/",
      "//",
      "%2f",
      "\\",
      "a",
      "api",
      "%",
      "%25",
      "%5c",
      "?",
      ";",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = `/clusters/a/${parts.join("")}`;
        const found = parseClusterPath(target);
        if (found === undefined) return;
        expect(new URL(target, "http://host").pathname.startsWith("/clusters/a/")).toBe(true);
        expect(new URL(found.path, "http://host").host).toBe("host");
        expect(`/clusters/a${found.path}`).toBe(target);
      }),
    );
  });

  test("recognizes its prefix", () => {
    expect(isClusterPath("/clusters/x")).toBe(true);
    expect(isClusterPath("/clustersx")).toBe(false);
  });
});

describe("takeSocketQuery", () => {
  test("returns a path without parameters unchanged", () => {
    expect(takeSocketQuery("/api/v1/pods")).toEqual({ path: "/api/v1/pods", accept: undefined });
    expect(takeSocketQuery("/api/v1/pods?watch=1&acceptable=2")).toEqual({
      path: "/api/v1/pods?watch=1&acceptable=2",
      accept: undefined,
    });
  });

  test("removes the parameter wherever it is, and decodes it", () => {
    const accept = "application/json;as=Table;v=v1";
    const written = encodeURIComponent(accept);
    expect(takeSocketQuery(`/p?accept=${written}`)).toEqual({ path: "/p", accept });
    expect(takeSocketQuery(`/p?watch=1&accept=${written}&x=%20`)).toEqual({ path: "/p?watch=1&x=%20", accept });
  });

  test("uses the first of repeated parameters, and removes all", () => {
    expect(takeSocketQuery("/p?accept=a&accept=b")).toEqual({ path: "/p", accept: "a" });
  });

  test("removes the view-as parameter, decoded once", () => {
    const viewAs = encodeViewAs({ username: "zoë & co", groups: ["a,b"] });
    const path = `/p?watch=1&viewAs=${encodeURIComponent(viewAs)}&accept=a`;
    expect(takeSocketQuery(path)).toEqual({ path: "/p?watch=1", accept: "a", viewAs });
    expect(takeSocketQuery("/p?viewAs")).toEqual({ path: "/p?viewAs", accept: undefined, viewAs: undefined });
  });
});
