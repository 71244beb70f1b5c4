import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_NESTING, refuseDeepNesting } from "./nesting.ts";

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

describe("refuseDeepNesting", () => {
  it("accepts the maximum depth and rejects anything deeper", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const levels = MAX_NESTING / (open.startsWith("[{") ? 2 : 1);
      expect(() => refuseDeepNesting(nested(open, close, levels))).not.toThrow();
      expect(() => refuseDeepNesting(nested(open, close, levels + 1))).toThrow("exceeded max depth");
    }
  });

  it("rejects incomplete text", () => {
    expect(() => refuseDeepNesting("[".repeat(3_000_000))).toThrow("exceeded max depth");
  });

  it("ignores brackets in strings and closed brackets", () => {
    const many = "[".repeat(MAX_NESTING * 2);
    expect(() => refuseDeepNesting(JSON.stringify({ a: many, [many]: `"${many}\\` }))).not.toThrow();
    expect(() => refuseDeepNesting(JSON.stringify(Array.from({ length: 5000 }, () => [{}])))).not.toThrow();
  });

  it("accepts ordinary values", () => {
    fc.assert(fc.property(fc.json(), (text) => refuseDeepNesting(text.padEnd(MAX_NESTING + 1))));
  });
});
