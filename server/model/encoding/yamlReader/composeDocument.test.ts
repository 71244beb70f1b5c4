import { describe, expect, it } from "vitest";
import { MAX_NESTING } from "../nesting.ts";
import { composeDocument } from "./composeDocument.ts";

describe("Nesting", () => {
  it.each([
    ["too deeply nested brackets", "[".repeat(MAX_NESTING + 1)],
    ["too deeply nested braces", "{a: ".repeat(MAX_NESTING + 1)],
    ["too deeply nested lists on one line", "- ".repeat(MAX_NESTING + 1)],
    ["lists and brackets that together are too deeply nested", `${"- ".repeat(300)}${"[".repeat(300)}`],
  ])("rejects %s", (_, text) => {
    expect(() => composeDocument(text, false)).toThrow("exceeded max depth");
  });

  it.each([
    ["a long list", "- a\n".repeat(5000)],
    ["many flow maps", "- {a: [1, 2]}\n".repeat(2000)],
    ["brackets and braces inside text", `text: |\n  ${"[".repeat(2000)}\nquoted: "${"{".repeat(2000)}"\n`],
  ])("accepts %s", (_, text) => {
    expect(() => composeDocument(text, false)).not.toThrow();
  });
});

it("parses only the first document", () => {
  expect(composeDocument("a: 1\n---\nb: 2\n---\n}}}", false)?.document.toJS()).toEqual({ a: 1 });
  expect(composeDocument("# nothing\n", false)).toBeUndefined();
});
