import { describe, expect, it } from "vitest";
import { LineCounter } from "yaml";
import { readYamlDocuments } from "./readYamlDocuments.ts";

const problems = (text: string): (string | undefined)[] =>
  readYamlDocuments(text).map(({ errors }) => errors[0]?.message.split("\n")[0]);

describe("YAML documents", () => {
  it("are parsed one by one", () => {
    expect(readYamlDocuments("a: 1\n---\nb: [2]\n").map((document) => document.toJS())).toEqual([{ a: 1 }, { b: [2] }]);
    expect(readYamlDocuments("")).toEqual([]);
    expect(readYamlDocuments("# nothing\n")).toEqual([]);
  });

  it("report the position of a duplicate key", () => {
    expect(problems("a: 1\nb:\n  c: 1\n  c: 2\n---\na: 1\n")).toEqual([
      "Map keys must be unique at line 4, column 3:",
      undefined,
    ]);
    const [document] = readYamlDocuments("a: 1\na: 2\na: 3\n", { lines: new LineCounter() });
    expect(document?.errors.map(({ code, linePos }) => [code, linePos?.[0]])).toEqual([
      ["DUPLICATE_KEY", { line: 2, col: 1 }],
    ]);
    expect(problems("[{a: 1}, {a: 1}]\n")).toEqual([undefined]);
  });

  it("report syntax errors first", () => {
    expect(problems("a: 1\na: 2\nb: [\n")[0]).not.toMatch(/unique/);
  });

  it("detect duplicate keys of a large map in linear time", () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => `k${i}: v\n`).join("");
    expect(problems(`data:\n${keys.replaceAll(/^/gm, "  ")}`.trimEnd())).toEqual([undefined]);
  });
});
