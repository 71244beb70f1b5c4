import fc from "fast-check";
import { expect, it } from "vitest";
import { generateName, randomSuffix } from "./generateName.ts";

const SUFFIX = /^[bcdfghjklmnpqrstvwxz2456789]+$/;

it("appends five characters that spell no words and keeps the name within label length", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]([-a-z0-9]{0,80})$/), (base) => {
      const name = generateName(base);
      expect(name.length).toBe(Math.min(base.length, 58) + 5);
      expect(name.startsWith(base.slice(0, 58))).toBe(true);
      expect(name.slice(-5)).toMatch(SUFFIX);
    }),
  );
});

it("generates suffixes of any length with few collisions", () => {
  expect(randomSuffix()).toHaveLength(5);
  expect(randomSuffix(10)).toHaveLength(10);
  expect(randomSuffix(0)).toBe("");
  expect(new Set(Array.from({ length: 200 }, () => randomSuffix(12))).size).toBe(200);
});
