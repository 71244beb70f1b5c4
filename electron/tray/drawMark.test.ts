import { describe, expect, test } from "vitest";
import { type Bitmap, drawMark } from "./drawMark.ts";

const at = ({ size, pixels }: Bitmap, x: number, y: number): number[] => {
  const from = (Math.floor(y * size) * size + Math.floor(x * size)) * 4;
  return [...pixels.slice(from, from + 4)];
};

describe("drawMark", () => {
  test.each([16, 22, 32, 44])("at %d pixels draws the sun on its tile with rounded corners", (size) => {
    const mark = drawMark(size, "tile");
    expect(mark.pixels).toHaveLength(size * size * 4);
    expect(at(mark, 0.5, 0.5)).toEqual([255, 255, 255, 255]);
    expect(at(mark, 0.5, 0.01)).toEqual([0x44, 0x53, 0xc4, 255]);
    expect(at(mark, 0, 0)[3]).toBe(0);
  });

  test("uses only black in a template image", () => {
    const { pixels } = drawMark(32, "template");
    const alphas = new Set<number>();
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] !== 0) expect([...pixels.slice(i, i + 3)]).toEqual([0, 0, 0]);
      alphas.add(pixels[i + 3] ?? 0);
    }
    expect(alphas).toContain(0);
    expect(alphas).toContain(255);
    // Edges are smooth.
    expect(alphas.size).toBeGreaterThan(10);
  });
});
