import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../ground/formats/wording/durationText.ts";
import { formatMicroTime, formatTime, parseMicroTime, parseTime } from "../../ground/formats/wording/timeText.ts";
import { canonicalBase64 } from "./base64Text.ts";

describe("Times", () => {
  it.each([
    ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z"],
    ["2024-05-01T12:00:00.999Z", "2024-05-01T12:00:00Z"],
    ["2024-05-01T12:00:00+02:30", "2024-05-01T09:30:00Z"],
    ["2024-05-01T12:00:00+24:60", "2024-04-30T11:00:00Z"],
    ["2024-02-29T00:00:00-01:00", "2024-02-29T01:00:00Z"],
    ["0001-01-01T00:00:00Z", null],
    ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00Z"],
  ])("%s is normalized to %s", (text, canonical) => {
    expect(formatTime(parseTime(text))).toBe(canonical);
  });

  it.each([
    ["now", 'cannot parse "now" as "2006"'],
    ["", 'cannot parse "" as "2006"'],
    ["2024/05/01", 'cannot parse "/05/01" as "-"'],
    ["2024-05-01", 'cannot parse "" as "T"'],
    ["2024-05-01 12:00:00Z", 'cannot parse " 12:00:00Z" as "T"'],
    ["2024-05-01T12:00:00", 'cannot parse "" as "Z07:00"'],
    ["2024-05-01T12:00Z", 'cannot parse "Z" as ":"'],
  ])("%j fails with the reference's layout error", (text, message) => {
    expect(() => parseTime(text)).toThrow(
      `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": ${message}`,
    );
  });

  it.each([
    ["2024-13-01T00:00:00Z", "month out of range"],
    ["2024-02-30T00:00:00Z", "day out of range"],
    ["2024-02-01T25:00:00Z", "hour out of range"],
    ["2024-02-00T00:00:00Z", "day out of range"],
    ["2024-02-99T25:00:00Z", "hour out of range"],
    ["2024-02-01T00:00:00+25:00", "time zone offset hour out of range"],
    ["2024-02-01T00:00:00-25:61", "time zone offset minute out of range"],
    ["2024-02-01T00:00:00Zx", 'extra text: "x"'],
  ])("%j is out of range", (text, message) => {
    expect(() => parseTime(text)).toThrow(`parsing time ${JSON.stringify(text)}: ${message}`);
  });

  it("require six fraction digits for micro times", () => {
    expect(formatMicroTime(parseMicroTime("2024-05-01T12:00:00.123456Z"))).toBe("2024-05-01T12:00:00.123456Z");
    expect(() => parseMicroTime("2024-05-01T12:00:00Z")).toThrow('cannot parse "Z" as ".000000"');
    expect(() => parseMicroTime("2024-05-01T12:00:00.12345Z")).toThrow('cannot parse ".12345Z" as ".000000"');
    expect(() => parseMicroTime("2024-05-01T12:00:00.1234567Z")).toThrow('cannot parse "7Z" as "Z07:00"');
    expect(() => parseMicroTime("yesterday")).toThrow(
      'parsing time "yesterday" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "yesterday" as "2006"',
    );
  });

  it("are quoted bytewise in errors unless plain text", () => {
    expect(() => parseTime('"\u00fc\n\\')).toThrow('parsing time "\\"\\xc3\\xbc\\x0a\\\\" as');
  });

  it("round-trip", () => {
    fc.assert(
      fc.property(fc.integer({ min: -60000000000, max: 250000000000 }), fc.nat(999999), (seconds, micros) => {
        const instant = { seconds, nanos: micros * 1000 };
        expect(parseMicroTime(formatMicroTime(instant) ?? "")).toEqual(instant);
        expect(parseTime(formatTime(instant) ?? "")).toEqual({ seconds, nanos: 0 });
      }),
    );
  });
});

describe("Durations", () => {
  it.each([
    ["0", "0s"],
    ["90s", "1m30s"],
    ["1h", "1h0m0s"],
    ["1.5h", "1h30m0s"],
    ["1500ms", "1.5s"],
    ["100us", "100µs"],
    ["1ns", "1ns"],
    ["-1m", "-1m0s"],
    ["1h1m1.001s", "1h1m1.001s"],
  ])("%s is normalized to %s", (text, canonical) => {
    expect(formatDuration(parseDuration(text))).toBe(canonical);
  });

  it.each([
    ["", 'time: invalid duration ""'],
    ["x", 'time: invalid duration "x"'],
    ["1", 'time: missing unit in duration "1"'],
    ["1y", 'time: unknown unit "y" in duration "1y"'],
    ["9999999999h", 'time: invalid duration "9999999999h"'],
  ])("%j is invalid", (text, message) => {
    expect(() => parseDuration(text)).toThrow(message);
  });

  it("round-trip", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (nanoseconds) => {
        expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds);
      }),
    );
  });
});

describe("Base64", () => {
  it("is normalized without line breaks", () => {
    expect(canonicalBase64("YWJj\r\nZA==\n")).toBe("YWJjZA==");
    expect(canonicalBase64("")).toBe("");
  });

  it.each([
    ["not base64", 3],
    ["!", 0],
    ["YWJj*", 4],
    ["YQ", 0],
    ["YWJjYQ", 4],
    ["YQ=", 3],
    ["YQ=a", 2],
    ["YQ==YQ==", 4],
    ["=", 0],
  ])("%j is invalid at byte %i", (text, at) => {
    expect(() => canonicalBase64(text)).toThrow(`illegal base64 data at input byte ${at}`);
  });

  it("accepts any encoded bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        expect(canonicalBase64(text)).toBe(text);
      }),
    );
  });
});
