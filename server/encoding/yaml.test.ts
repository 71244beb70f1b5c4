import { describe, expect, it } from "vitest";
import { fromYaml, toYaml } from "./yaml.ts";

describe("YAML", () => {
  it("writes keys sorted and long lines whole", () => {
    const long = "word ".repeat(40).trim();
    expect(toYaml({ kind: "A", apiVersion: "v1", text: long })).toBe(`apiVersion: v1\nkind: A\ntext: ${long}\n`);
  });

  it("quotes what would be read as something else", () => {
    const value = { a: "true", b: "1", c: "null", d: "", e: "1e3" };
    expect(fromYaml(toYaml(value)).value).toEqual(value);
  });

  it("reads JSON, and nothing as null", () => {
    expect(fromYaml('{"a": [1, "2"]}').value).toEqual({ a: [1, "2"] });
    expect(fromYaml("").value).toBeNull();
  });

  it("reports keys that are set twice, with their line", () => {
    expect(fromYaml("a: 1\nb: 2\na: 3\n")).toMatchObject({
      value: { a: 3, b: 2 },
      duplicates: ['line 3: key "a" already set in map'],
    });
  });

  it("refuses malformed text and alias bombs", () => {
    expect(() => fromYaml("a: [")).toThrow(/^yaml: line 1: /);
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((k, i) => {
        const previous = "abcdefgh"[i];
        return `${k}: &${k} [${Array(10).fill(`*${previous}`).join(",")}]`;
      }),
    ].join("\n");
    expect(() => fromYaml(bomb)).toThrow("excessive aliasing");
  });
});
