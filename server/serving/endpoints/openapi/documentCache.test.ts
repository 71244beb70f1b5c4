import { describe, expect, it } from "vitest";
import { DocumentCache } from "./documentCache.ts";

describe("OpenAPI document cache", () => {
  it("builds each document once until its sources change", async () => {
    const parts: Record<string, unknown[]> = { a: [{}, {}], b: [{}] };
    let made = 0;
    const cache = new DocumentCache(
      (name) => parts[name] ?? [],
      async (name) => (name === "none" ? undefined : `${name} ${++made}`),
    );
    const get = (...names: string[]) => Promise.all(names.map((name) => cache.get(name)));
    expect(made).toBe(0);
    expect(await get("a", "a", "b")).toEqual(["a 1", "a 1", "b 2"]);
    parts["a"] = [...(parts["a"] ?? [])];
    expect(await get("a")).toEqual(["a 1"]);
    parts["a"] = [parts["a"]?.[0], {}];
    expect(await get("a", "b", "a")).toEqual(["a 3", "b 2", "a 3"]);
    parts["a"] = [];
    expect(await get("a")).toEqual(["a 4"]);
    expect(await get("none")).toEqual([undefined]);
    cache.retain(new Set(["b"]));
    expect(await get("a", "b")).toEqual(["a 5", "b 2"]);
  });

  it("retries after a failure", async () => {
    let tries = 0;
    const cache = new DocumentCache(
      () => [],
      async () => {
        if (++tries === 1) throw new Error("no");
        return tries;
      },
    );
    await expect(cache.get("a")).rejects.toThrow("no");
    expect(await cache.get("a")).toBe(2);
  });
});
