import { expect, it } from "vitest";
import { compareTimes, isSameLine, type LogLine, readStamp, stampOf } from "./logLine.ts";

it.each([
  ["2026-01-02T03:04:05.123456789Z hello there", 123_456_789, "hello there"],
  ["2026-01-02T05:04:05.5+02:00 hello", 500_000_000, "hello"],
  ["2026-01-02T03:04:05Z ", 0, ""],
])("reads %s", (line, nanos, text) => {
  expect(readStamp(line)).toEqual({ time: { seconds: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000, nanos }, text });
});

it.each(["no stamp", "2026-99-02T03:04:05Z x", ""])("keeps %j unchanged", (text) => {
  expect(readStamp(text)).toEqual({ time: undefined, text });
});

it("compares times to the nanosecond", () => {
  const at = (nanos: number, seconds = 5) => ({ seconds, nanos });
  expect(compareTimes(at(1), at(2))).toBeLessThan(0);
  expect(compareTimes(at(9), at(0, 6))).toBeLessThan(0);
  expect(compareTimes(undefined, at(0))).toBeLessThan(0);
  expect(stampOf(at(1_999_999, 0))).toBe("1970-01-01T00:00:00.001Z");
});

it("recognizes a repeated line only if source and time match", () => {
  const time = { seconds: 5, nanos: 1 };
  const line: LogLine = { id: 1, source: "a/web", time, text: "GET /", plain: "GET /", cut: 0 };
  expect(isSameLine(line, { ...line, id: 9, time: { ...time } })).toBe(true);
  for (const other of [{ source: "b/web" }, { time: { seconds: 5, nanos: 2 } }, { text: "GET /x" }]) {
    expect(isSameLine(line, { ...line, id: 9, ...other })).toBe(false);
  }
  const bare = { ...line, time: undefined };
  expect(isSameLine(bare, { ...bare, id: 9 })).toBe(false);
  expect(isSameLine(bare, bare)).toBe(true);
});
