import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAge, parseAge } from "./formatAge.ts";

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe("formatAge", () => {
  it.each([
    [-5, "0s"],
    [0, "0s"],
    [119 * S, "119s"],
    [2 * M, "2m"],
    [2 * M + 30 * S, "2m30s"],
    [10 * M, "10m"],
    [179 * M, "179m"],
    [3 * H, "3h"],
    [3 * H + 5 * M, "3h5m"],
    [8 * H, "8h"],
    [47 * H, "47h"],
    [2 * D, "2d"],
    [2 * D + 5 * H, "2d5h"],
    [8 * D, "8d"],
    [729 * D, "729d"],
    [730 * D, "2y"],
    [800 * D, "2y70d"],
    [3000 * D, "8y"],
  ])("%d ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));

  it("is short and never negative", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e13 }), (ms) => {
        expect(formatAge(ms)).toMatch(/^\d+[smhdy](\d+[smhd])?$/);
      }),
    );
  });
});

describe("parseAge", () => {
  it("parses formatted ages with their precision", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (ms) => {
        const text = formatAge(ms);
        const read = parseAge(text);
        expect(formatAge(read ?? -1)).toBe(text);
        expect(read).toBeLessThanOrEqual(ms);
      }),
    );
  });

  it.each(["", "yesterday", "<invalid>", "7", "7d ", "2026-11-20T10:00:00Z"])("does not parse %j", (text) =>
    expect(parseAge(text)).toBeUndefined(),
  );
});
