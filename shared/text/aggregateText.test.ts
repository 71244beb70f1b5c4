import { expect, it } from "vitest";
import { aggregateText } from "./aggregateText.ts";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "a"], "a"],
  [["b", "a", "b"], "[b, a]"],
])("for %j", (texts, expected) => {
  expect(aggregateText(texts)).toBe(expected);
});
