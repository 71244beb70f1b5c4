import { RE2JS } from "re2js";
import { expect, it } from "vitest";
import { patternSize } from "./patternSize.ts";

it.each([
  ["", 0],
  ["abc", 3],
  ["(ab){100}", 400],
  ["a{3}{2}", 6],
  ["[a-z]{1,63}", 252],
  ["a{2,}b{,3}c{", 9],
])("the size of %j is %i", (pattern, size) => {
  expect(patternSize(pattern)).toBe(size);
});

it.each(["(a{1000})(b{500})", "((ab|c){30}){30}", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$", "(x?){500}y"])(
  "the compiled size of %j is not much larger",
  (pattern) => {
    expect(RE2JS.compile(pattern).programSize()).toBeLessThan(4 * patternSize(pattern) + 10);
  },
);
