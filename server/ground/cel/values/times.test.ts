import fc from "fast-check";
import { expect, it } from "vitest";
import {
  formatDuration,
  formatTimestamp,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  parseDuration,
  parseTimestamp,
} from "./times.ts";
import { Duration, Timestamp } from "./values.ts";

it("round-trips every timestamp", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: MIN_TIMESTAMP, max: MAX_TIMESTAMP }), (nanos) => {
      expect(parseTimestamp(formatTimestamp(new Timestamp(nanos)))?.nanos).toBe(nanos);
    }),
  );
});

it("round-trips every duration whose digits fit into a double", () => {
  const most = 10n ** 15n - 1n;
  fc.assert(
    fc.property(fc.bigInt({ min: -most, max: most }), (nanos) => {
      expect(parseDuration(formatDuration(new Duration(nanos)))?.nanos).toBe(nanos);
    }),
  );
});

it.each([
  ["1h2m3.5s", 3_723_500_000_000n],
  ["-1.5m", -90_000_000_000n],
  ["0", 0n],
  ["1us2ns", 1002n],
  [".5s", 500_000_000n],
  ["1", undefined],
  ["", undefined],
  ["s", undefined],
  ["9999999999h", undefined],
])("duration %s", (text, nanos) => {
  expect(parseDuration(text)?.nanos).toBe(nanos);
});

it.each(["2020-02-30T00:00:00Z", "2020-01-01", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00", "x"])(
  "invalid timestamp: %s",
  (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  },
);
