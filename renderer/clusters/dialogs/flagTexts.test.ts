import fc from "fast-check";
import { expect, test } from "vitest";
import { flagsOf, textsOf } from "./flagTexts.ts";

const NAMES = ["feature-gates", "controllers", "authorization-mode"];

test("flags and texts convert into each other", () => {
  const value = fc.stringMatching(/^[A-Za-z=,*-]{1,20}$/);
  const texts = fc.record({ "feature-gates": value, controllers: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(texts, (given) => {
      expect(textsOf(flagsOf(given, NAMES))).toEqual({ ...given });
    }),
  );
});

test("empty fields set no flag; an empty value is written as two quotes", () => {
  expect(flagsOf({ "feature-gates": " ", controllers: '""', other: "x" }, NAMES)).toEqual(["--controllers="]);
  expect(textsOf(["--controllers=a", "--controllers=b", "odd", "--x"])).toEqual({ controllers: "a,b" });
});
