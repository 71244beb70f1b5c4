import { describe, expect, it } from "vitest";
import { readManifests } from "./readManifests.ts";

/** Every document as `line: value`, every problem as `line! message`. */
async function read(text: string, signal = new AbortController().signal): Promise<string[]> {
  const seen: string[] = [];
  for await (const document of readManifests(text, signal)) {
    if ("problem" in document) seen.push(`${document.problem.line}! ${document.problem.message}`);
    else seen.push(`${document.line}: ${JSON.stringify(document.value)}`);
  }
  return seen;
}

describe("readManifests", () => {
  it.each([
    ["", []],
    ["# nothing\n---\n\n---   # nothing either\n", []],
    ["a: 1\n---\nb: 2\n", ['1: {"a":1}', '3: {"b":2}']],
    ["---\na: 1\n---", ['2: {"a":1}']],
    ["a: 1\r\n---\r\nb: 2\r\n", ['1: {"a":1}', '3: {"b":2}']],
    ['{"a": 1}\n---\n{"b": 2}', ['1: {"a":1}', '3: {"b":2}']],
    ["--- {a: 1}\n--- # a comment\nb: 2", ['1: {"a":1}', '3: {"b":2}']],
    ["%YAML 1.1\n---\na: 1\n", ['3: {"a":1}']],
    ["a: |\n  ---\n  x\nb: ---x\n", ['1: {"a":"---\\nx\\n","b":"---x"}']],
    ["a: &x 1\n---\nb: 2", ['1: {"a":1}', '3: {"b":2}']],
  ])("splits %j", async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it("reports the line of a problem, and continues with the next document", async () => {
    const seen = await read("a: 1\n---\nb: 1\nc: [\n---\nd: *gone\n---\ne: 2\n");
    expect(seen).toHaveLength(4);
    expect(seen[0]).toBe('1: {"a":1}');
    expect(seen[1]).toMatch(/^[34]! /);
    expect(seen[2]).toMatch(/^6! .*unknown anchor 'gone'/);
    expect(seen[3]).toBe('8: {"e":2}');
  });

  it("skips documents that are too long, and stops when its signal aborts", async () => {
    expect(await read(`a: "${"x".repeat(3 * 1024 * 1024)}"\n---\nb: 2`)).toEqual([
      "1! the document is longer than 3145728 characters",
      '3: {"b":2}',
    ]);
    const controller = new AbortController();
    controller.abort();
    await expect(read("a: 1", controller.signal)).rejects.toThrow("aborted");
  });
});
