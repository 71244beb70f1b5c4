import { describe, expect, it } from "vitest";
import { byteSize, clockTime, duration } from "./formats.ts";

describe("formats", () => {
  it("writes durations and sizes in a unit that is easy to read", () => {
    expect([6.7, 1234, 200_000].map(duration)).toEqual(["7 ms", "1.2 s", "3.3 min"]);
    expect([412, 3300, 1_048_576].map(byteSize)).toEqual(["412 B", "3.2 KiB", "1.0 MiB"]);
  });

  it("writes the full time of day", () => {
    expect(clockTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe("03:04:05.006");
  });
});
