import { describe, expect, it } from "vitest";
import { decimal, grouped, interpolatedValue } from "./numbers.ts";

describe("numbers", () => {
  it("formats digit groups and decimals by language", () => {
    expect([grouped(999), grouped(12_345), grouped(12_345, "de")]).toEqual(["999", "12,345", "12.345"]);
    expect([decimal(1.5, 2), decimal(1.5, 2, "de"), decimal(1234.56, 1, "de")]).toEqual(["1.50", "1,50", "1.234,6"]);
  });

  it("groups count placeholders, but not identifiers or strings", () => {
    expect(interpolatedValue("count", 10_000, "en")).toBe("10,000");
    expect(interpolatedValue("total", 10_000, "de")).toBe("10.000");
    expect(interpolatedValue("port", 30_080, "en")).toBe(30_080);
    expect(interpolatedValue("revision", 48_120, "en")).toBe(48_120);
    expect(interpolatedValue("count", "10000", "en")).toBe("10000");
  });
});
