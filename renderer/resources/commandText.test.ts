import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeWords,
  clientLines,
  curlText,
  deleteRequest,
  metadataRequest,
  parseChange,
  shellWord,
} from "./commandText.ts";

const locator = { group: "apps", version: "v1", resource: "deployments", namespace: "a", name: "web" };

describe("curlText", () => {
  it("is a line that can be pasted", () => {
    expect(curlText("https://host:6443", deleteRequest(locator, "Orphan", "u-1"))).toBe(
      "curl -X DELETE https://host:6443/apis/apps/v1/namespaces/a/deployments/web -H 'Content-Type: application/json' " +
        `-d '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Orphan","preconditions":{"uid":"u-1"}}'`,
    );
    const patch = metadataRequest(locator, "labels", { a: "1", b: null }, "me");
    expect(curlText("", patch)).toContain(`-d '{"metadata":{"labels":{"a":"1","b":null}}}'`);
    expect(patch.path).toContain("?fieldManager=me");
  });

  it("quotes so that a shell gives the word back", () => {
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
});

describe("clientLines", () => {
  it("has one line per namespace", () => {
    const objects = [
      { name: "x", namespace: "a" },
      { name: "y", namespace: "b" },
      { name: "z", namespace: "a" },
    ];
    expect(clientLines("delete", { resource: "deployments", group: "apps" }, objects, ["--cascade=orphan"])).toEqual([
      "kubectl delete deployments.apps x z -n a --cascade=orphan",
      "kubectl delete deployments.apps y -n b --cascade=orphan",
    ]);
    expect(clientLines("label", { resource: "nodes", group: "" }, [{ name: "n", namespace: "" }], ["a-"])).toEqual([
      "kubectl label nodes n a-",
    ]);
  });
});

describe("parseChange", () => {
  it("reads what it writes", () => {
    expect(parseChange("a=1, b-\nc=")).toEqual({ a: "1", b: null, c: "" });
    expect(changeWords({ a: "1", b: null })).toEqual(["a=1", "b-"]);
    expect(parseChange("a")).toBeUndefined();
    expect(parseChange("=x")).toBeUndefined();
    expect(parseChange("  ")).toBeUndefined();
  });
});
