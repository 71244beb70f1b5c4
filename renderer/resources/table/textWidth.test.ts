import { describe, expect, it } from "vitest";
import { textWidth } from "./textWidth.ts";

describe("textWidth", () => {
  it("sums character widths", () => {
    expect(textWidth("")).toBe(0);
    expect(textWidth("10")).toBe(2 * textWidth("1"));
    expect(textWidth("il")).toBeLessThan(textWidth("WM") / 3);
  });

  it("has a default width for unknown characters", () => {
    expect(textWidth("界")).toBe(13);
    expect(textWidth("\n")).toBe(13);
  });
});
