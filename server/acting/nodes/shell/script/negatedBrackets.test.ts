import { expect, test } from "vitest";
import { negatedBrackets } from "./negatedBrackets.ts";

/** The pattern of a script's tree after the rewriting. */
function rewritten(pattern: string): unknown {
  const tree = { word: { parts: [{ type: "Glob", pattern }] } };
  negatedBrackets(tree);
  return tree.word.parts[0]?.pattern;
}

test.each([
  ["[!a]*", "[^a]*"],
  ["[!]a]", "[^]a]"],
  ["[![:alpha:]]x[!b]", "[^[:alpha:]]x[^b]"],
  ["[a!]", "[a!]"],
  ["\\[!a]", "\\[!a]"],
  ["[!a", "[!a"],
])("writes %s as %s", (pattern, expected) => {
  expect(rewritten(pattern)).toBe(expected);
});

test("reads brackets that are never closed once", () => {
  const pattern = "[".repeat(1_000_000);
  expect(rewritten(pattern)).toBe(pattern);
});
