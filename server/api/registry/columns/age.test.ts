import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ageText, humanDuration } from "./age.ts";

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe("humanDuration", () => {
  it.each([
    [-2 * S, "<invalid>"],
    [-1 * S, "0s"],
    [0, "0s"],
    [119 * S, "119s"],
    [120 * S, "2m"],
    [330 * S, "5m30s"],
    [10 * M, "10m"],
    [179 * M, "179m"],
    [3 * H, "3h"],
    [3 * H + 5 * M, "3h5m"],
    [8 * H, "8h"],
    [47 * H, "47h"],
    [2 * D + 3 * H, "2d3h"],
    [7 * D, "7d"],
    [8 * D + 3 * H, "8d"],
    [729 * D, "729d"],
    [730 * D, "2y"],
    [740 * D, "2y10d"],
    [9 * 365 * D, "9y"],
  ])("%d ms is %s", (milliseconds, text) => expect(humanDuration(milliseconds)).toBe(text));

  it("never prints more than two units", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * 365 * D }), (ms) => {
        expect(humanDuration(ms)).toMatch(/^\d+[smhdy](\d+[smhd])?$/);
      }),
    );
  });
});

describe("ageText", () => {
  it("counts from the timestamp", () =>
    expect(ageText("2026-01-01T00:00:00Z", Date.parse("2026-01-01T00:05:30Z"))).toBe("5m30s"));
  it("is unknown without a valid timestamp", () => {
    expect(ageText(undefined, 0)).toBe("<unknown>");
    expect(ageText(null, 0)).toBe("<unknown>");
    expect(ageText("soon", 0)).toBe("<unknown>");
  });
});
