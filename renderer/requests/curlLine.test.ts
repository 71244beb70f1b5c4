import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curlLine } from "./curlLine.ts";
import { deleteRequest, metadataRequest } from "./plannedRequest.ts";
import { type ShellAccess, shellWord } from "./shellAccess.ts";

const at = (server: string, more: Partial<ShellAccess> = {}): ShellAccess => ({ server, credentials: "", ...more });
const locator = { group: "apps", version: "v1", resource: "deployments", namespace: "a", name: "web" };

describe("curlLine", () => {
  it("can be pasted into a shell", () => {
    expect(curlLine(at("https://host:6443"), deleteRequest(locator, "Orphan", "u-1"))).toBe(
      "curl -X DELETE https://host:6443/apis/apps/v1/namespaces/a/deployments/web -H 'Content-Type: application/json' " +
        `--data-raw '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Orphan","preconditions":{"uid":"u-1"}}'`,
    );
    const patch = metadataRequest(locator, "labels", { a: "1", b: null }, "me");
    expect(curlLine(at(""), patch)).toContain(`--data-raw '{"metadata":{"labels":{"a":"1","b":null}}}'`);
    expect(patch.path).toContain("?fieldManager=me");
  });

  it("quotes words for the shell", () => {
    expect(shellWord("it's")).toBe(`'it'\\''s'`);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const word = shellWord(text);
        const read = word.startsWith("'")
          ? word.replaceAll(`'\\''`, "\u0000").slice(1, -1).replaceAll("\u0000", "'")
          : word;
        if (!text.includes("\u0000")) expect(read).toBe(text);
      }),
    );
  });

  it("includes credentials and impersonates the current identity", () => {
    const access = at("https://h", { credentials: "--cacert ca.crt", viewAs: { username: "alice", groups: ["a b"] } });
    expect(curlLine(access, { method: "GET", path: "/x" })).toBe(
      "curl --cacert ca.crt -X GET https://h/x -H 'Impersonate-User: alice' -H 'Impersonate-Group: a b'",
    );
  });

  it("prevents curl from reading a body as a file name or a query as a glob pattern", () => {
    expect(curlLine(at("https://h"), { method: "POST", path: "/x", body: "@/etc/passwd" })).toContain(
      "--data-raw @/etc",
    );
    expect(curlLine(at("https://h"), { method: "GET", path: "/x?a[b]=c" })).toBe("curl -g -X GET 'https://h/x?a[b]=c'");
  });

  it("requests the same representation", () => {
    expect(curlLine(at("https://h"), { method: "GET", path: "/x", accept: "application/json;as=Table" })).toBe(
      "curl -X GET https://h/x -H 'Accept: application/json;as=Table'",
    );
  });

  it("quotes shell metacharacters and disables buffering for a watch", () => {
    expect(curlLine(at("https://h:1"), { method: "GET", path: "/api/v1/pods?watch=true&a=b", kind: "watch" })).toBe(
      "curl -N -X GET 'https://h:1/api/v1/pods?watch=true&a=b'",
    );
    expect(
      curlLine(at("https://h"), { method: "POST", path: "/x", contentType: "application/json", bodyWithheld: true }),
    ).toBe("curl -X POST https://h/x -H 'Content-Type: application/json' --data-binary @body.json");
  });
});
