import { describe, expect, it } from "vitest";
import { GNOSTIC_V2 } from "../../schema/openapi/gnosticV2.ts";
import { decodeGnostic } from "../../schema/openapi/testing/decodeGnostic.ts";
import { DocumentCache, encodeDocument } from "./documentCache.ts";

describe("the cache of documents", () => {
  it("makes each once until what it is made from changes", () => {
    const parts: Record<string, unknown[]> = { a: [{}, {}], b: [{}] };
    let made = 0;
    const cache = new DocumentCache(
      (name) => parts[name] ?? [],
      (name) => (name === "none" ? undefined : `${name} ${++made}`),
    );
    expect(made).toBe(0);
    expect([cache.get("a"), cache.get("a"), cache.get("b")]).toEqual(["a 1", "a 1", "b 2"]);
    parts["a"] = [...(parts["a"] ?? [])];
    expect(cache.get("a")).toBe("a 1");
    parts["a"] = [parts["a"]?.[0], {}];
    expect([cache.get("a"), cache.get("b"), cache.get("a")]).toEqual(["a 3", "b 2", "a 3"]);
    parts["a"] = [];
    expect(cache.get("a")).toBe("a 4");
    expect(cache.get("none")).toBeUndefined();
  });

  it("hashes the text, and makes the binary form on demand", () => {
    const one = encodeDocument({ swagger: "2.0" }, GNOSTIC_V2);
    expect(one.hash).toMatch(/^[0-9A-F]{128}$/);
    expect(one.hash).toBe(encodeDocument({ swagger: "2.0" }, GNOSTIC_V2).hash);
    expect(one.hash).not.toBe(encodeDocument({ swagger: "2.1" }, GNOSTIC_V2).hash);
    expect(one.protobuf()).toBe(one.protobuf());
    expect(decodeGnostic(GNOSTIC_V2, one.protobuf())).toEqual({ swagger: "2.0" });
  });
});
