import { describe, expect, it } from "vitest";
import { Histogram } from "./histogram.ts";

describe("Histogram", () => {
  it("counts the observations at or below each bound", () => {
    const histogram = new Histogram({ name: "h", help: "Text.", labelNames: ["color", "size"], buckets: [0.1, 1] });
    const red = histogram.labels({ color: "red", size: 1 });
    for (const value of [0.1, 0.5, 2]) red.observe(value);
    histogram.observe({ color: 'a"\\\nb' }, 0.25);
    expect(histogram.text().split("\n")).toEqual([
      "# HELP h Text.",
      "# TYPE h histogram",
      'h_bucket{le="0.1",color="red",size="1"} 1',
      'h_bucket{le="1",color="red",size="1"} 2',
      'h_bucket{le="+Inf",color="red",size="1"} 3',
      'h_sum{color="red",size="1"} 2.6',
      'h_count{color="red",size="1"} 3',
      'h_bucket{le="0.1",color="a\\"\\\\\\nb"} 0',
      'h_bucket{le="1",color="a\\"\\\\\\nb"} 1',
      'h_bucket{le="+Inf",color="a\\"\\\\\\nb"} 1',
      'h_sum{color="a\\"\\\\\\nb"} 0.25',
      'h_count{color="a\\"\\\\\\nb"} 1',
      "",
    ]);
  });

  it("returns the same series for the same label values, and starts at zero without labels", () => {
    const histogram = new Histogram({ name: "h", help: "Text.", labelNames: ["color"] });
    expect(histogram.labels({ color: "red" })).toBe(histogram.labels({ color: "red" }));
    expect(histogram.text()).not.toContain("red");
    const plain = new Histogram({ name: "p", help: "Text.", buckets: [1] });
    expect(plain.text()).toContain('p_bucket{le="+Inf"} 0\np_sum 0\np_count 0\n');
  });
});
