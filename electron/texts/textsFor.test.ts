import { expect, test } from "vitest";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { textsFor } from "./textsFor.ts";

test("takes the first preferred language that has texts", () => {
  expect(textsFor(["fr-FR", "de-AT", "en-US"])).toBe(de);
  expect(textsFor(["en-GB", "de"])).toBe(en);
  expect(textsFor(["constructor", "fr"])).toBe(en);
  expect(textsFor([])).toBe(en);
});

test("every language uses the number in texts with a number", () => {
  for (const texts of [en, de]) {
    expect(texts.running(3)).toContain("3");
    expect(texts.moreClusters(4)).toContain("4");
    expect(texts.updateFound("1.2.0")).toContain("1.2.0");
  }
});
