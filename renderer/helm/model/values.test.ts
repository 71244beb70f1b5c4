import { expect, it } from "vitest";
import { computedValues } from "./values.ts";

it("merges given values over the chart's like helm", () => {
  const defaults = { image: { tag: "1", pull: "Always" }, ports: [80, 81], gone: 1, kept: true };
  const given = { image: { tag: "2" }, ports: [90], gone: null, more: { a: 1 } };
  expect(computedValues(defaults, given)).toEqual({
    image: { tag: "2", pull: "Always" },
    ports: [90],
    kept: true,
    more: { a: 1 },
  });
  expect(defaults.image.tag).toBe("1");
});
