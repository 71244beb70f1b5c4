import { describe, expect, it } from "vitest";
import { MAX_NESTING } from "../nesting.ts";
import { composeDocument } from "./composeDocument.ts";

describe("nesting", () => {
  it.each([
    ["brackets", "[".repeat(MAX_NESTING + 1)],
    ["braces", "{a: ".repeat(MAX_NESTING + 1)],
    ["dashes on one line", "- ".repeat(MAX_NESTING + 1)],
    ["both together", `${"- ".repeat(300)}${"[".repeat(300)}`],
  ])("refuses %s", (_, text) => {
    expect(() => composeDocument(text, false)).toThrow("exceeded max depth");
  });

  it.each([
    ["a long list", "- a\n".repeat(5000)],
    ["many flow maps", "- {a: [1, 2]}\n".repeat(2000)],
    ["marks inside text", `text: |\n  ${"[".repeat(2000)}\nquoted: "${"{".repeat(2000)}"\n`],
  ])("lets %s pass", (_, text) => {
    expect(() => composeDocument(text, false)).not.toThrow();
  });
});

it("reads the first document, and nothing that follows it", () => {
  expect(composeDocument("a: 1\n---\nb: 2\n---\n}}}", false)?.document.toJS()).toEqual({ a: 1 });
  expect(composeDocument("# nothing\n", false)).toBeUndefined();
});
