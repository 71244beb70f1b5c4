import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { isNewer, updateSourceOf } from "./updateSource.ts";

const feed = "https://updates.example/latest.json";
const answering = (text: string, status = 200) => vi.fn(async () => new Response(text, { status })) as typeof fetch;

describe("updateSourceOf", () => {
  test.each([undefined, "", "http://updates.example/", "file:///etc/passwd", "yes"])("is off for %s", (value) => {
    const get = answering("{}");
    expect(updateSourceOf({ ORRERY_UPDATE_FEED: value }, get)).toBeUndefined();
    expect(get).not.toHaveBeenCalled();
  });

  test("contacts nothing until `latest` is called, then only the feed", async () => {
    const update = { version: "1.2.3", page: "https://updates.example/1.2.3" };
    const get = answering(JSON.stringify(update));
    const source = updateSourceOf({ ORRERY_UPDATE_FEED: feed }, get);
    expect(get).not.toHaveBeenCalled();
    expect(await source?.latest()).toEqual(update);
    expect(get).toHaveBeenCalledExactlyOnceWith(feed, expect.objectContaining({ redirect: "error" }));
  });

  test.each([
    ["", 200],
    ["{}", 200],
    ['{"version":"1.2","page":"https://a.example"}', 200],
    ['{"version":"1.2.3","page":"javascript:alert(1)"}', 200],
    ['{"version":"1.2.3","page":"https://a.example"}', 404],
  ])("rejects the answer %j with status %d", async (text, status) => {
    const source = updateSourceOf({ ORRERY_UPDATE_FEED: feed }, answering(text, status));
    await expect(source?.latest()).rejects.toThrow();
  });
});

describe("isNewer", () => {
  test("compares the parts as numbers, not as text", () => {
    expect(isNewer("0.10.0", "0.9.9")).toBe(true);
    expect(isNewer("1.0.0", "1.0.0")).toBe(false);
    expect(isNewer("0.9.9", "1.0.0-rc.1")).toBe(false);
  });

  test("at most one of two versions is newer", () => {
    const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join("."));
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        expect(isNewer(a, b) || isNewer(b, a)).toBe(a !== b);
      }),
    );
  });
});
