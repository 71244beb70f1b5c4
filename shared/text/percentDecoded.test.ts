import { expect, it } from "vitest";
import { percentDecoded } from "./percentDecoded.ts";

it.each([
  ["", ""],
  ["a b+c", "a b+c"],
  ["a%20b%2Fc", "a b/c"],
  ["%C3%A9", "é"],
  ["%", undefined],
  ["%zz", undefined],
  ["%C3", undefined],
])("%j is decoded as %j", (text, said) => {
  expect(percentDecoded(text)).toBe(said);
});
