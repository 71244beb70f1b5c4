import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { bootstrapTokenTimeLeft, secretEntry } from "./bootstrapTokenSecret.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const secret = (entries: Record<string, string>): ApiObject => ({
  metadata: {},
  data: Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, Buffer.from(text).toString("base64")])),
});

describe("secretEntry", () => {
  it("decodes an entry, or returns an empty string", () => {
    expect(secretEntry(secret({ a: "ü" }), "a")).toBe("ü");
    expect([secretEntry(secret({}), "a"), secretEntry({ metadata: {} }, "a")]).toEqual(["", ""]);
  });
});

describe("bootstrapTokenTimeLeft", () => {
  it.each<[string, number]>([
    ["2026-01-02T00:00:01Z", 1000],
    ["2026-01-02T01:00:00.5+01:00", 500],
    ["2026-01-02T00:00:00Z", 0],
    ["2026-01-01T23:59:00Z", -60_000],
    ["", Number.POSITIVE_INFINITY],
    ["2026-01-03", 0],
    ["Sat, 03 Jan 2026 00:00:00 GMT", 0],
  ])("for expiration %j", (expiration, expected) => {
    expect(bootstrapTokenTimeLeft(secret({ expiration }), NOW)).toBe(expected);
  });
});
