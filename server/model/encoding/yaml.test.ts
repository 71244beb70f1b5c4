import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { atOnce } from "../../../shared/steps.ts";
import { writeYaml } from "../../../shared/yaml/writeYaml.ts";
import { fromYaml, toYaml } from "./yaml.ts";

describe("YAML", () => {
  it("writes keys sorted and does not wrap long lines", () => {
    const long = "word ".repeat(40).trim();
    expect(toYaml({ kind: "A", apiVersion: "v1", text: long })).toBe(`apiVersion: v1\nkind: A\ntext: ${long}\n`);
  });

  it("keeps the order of keys on request", () => {
    expect(atOnce(writeYaml({ b: { d: 1, c: [{ z: 1, w: 2 }] }, a: 1 }, false)).join("")).toBe(
      "b:\n  d: 1\n  c:\n    - z: 1\n      w: 2\na: 1\n",
    );
  });

  it("writes the same as the library", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom("a", " ", "\n", ":", "-", "#", "\t", '"', "'", "1", "é", "{", "."),
        maxLength: 60,
      }),
      fc.constantFrom(
        "yes",
        "Null",
        "~",
        "1e3",
        "0x1",
        "---\na",
        "a\n---\n",
        "2020-01-01",
        "12:30",
        "f:a",
        'k:{"k":"v"}',
        "a: b",
        "n",
        "E0",
        "...",
      ),
      fc.string({ minLength: 990, maxLength: 1100 }),
      fc
        .array(
          fc.constantFrom("a b", "\n", "\n\n", " ", "\t", "---", "%", "#", "\r", "\u0085", "\u2028", "\ud800", "é"),
        )
        .map((parts) => `x\n${parts.join("")}y\n`),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const form = { version: "1.1", sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false } as const;
    fc.assert(
      fc.property(value, (each) => {
        expect(toYaml(each)).toBe(stringify(each, form));
      }),
      { numRuns: 1000 },
    );
  });

  it("quotes strings that would be parsed as another type", () => {
    const value = { a: "true", b: "1", c: "null", d: "", e: "1e3" };
    expect(fromYaml(toYaml(value)).value).toEqual(value);
  });

  it("parses YAML 1.1 except timestamps and base-60 numbers", () => {
    const text = "a: yes\nb: 2020-01-01\nc: 12:30:45\nd: 017\ne: !!binary aGk=\nf: 1_000\n1: x\n";
    expect(fromYaml(text).value).toEqual({ a: true, b: "2020-01-01", c: "12:30:45", d: 15, e: "hi", f: 1000, 1: "x" });
    const texts = { a: "yes", b: "2020-01-01", c: "12:30", d: "017", e: "n" };
    expect(fromYaml(toYaml(texts)).value).toEqual(texts);
  });

  it("keeps large integers exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
        const value = { a: [Number.isSafeInteger(Number(integer)) ? Number(integer) : integer], b: 1 };
        expect(fromYaml(toYaml(value)).value).toEqual(value);
      }),
    );
    expect(fromYaml("a: 9223372036854775808", true).value).toEqual({ a: new JsonNumber("9223372036854775808") });
  });

  it("resolves anchors", () => {
    expect(fromYaml("a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n").value).toEqual({ a: { b: 1 }, c: { b: 1 }, d: { b: 1 } });
    expect(() => fromYaml("a: *x\n")).toThrow("yaml: unknown anchor 'x' referenced");
  });

  it("parses JSON, and empty text as null", () => {
    expect(fromYaml('{"a": [1, "2"]}').value).toEqual({ a: [1, "2"] });
    expect(fromYaml("").value).toBeNull();
  });

  it("reports duplicate keys with their line", () => {
    expect(fromYaml("a: 1\nb: 2\na: 3\n")).toMatchObject({
      value: { a: 3, b: 2 },
      duplicates: ['line 3: key "a" already set in map'],
    });
  });

  it("rejects malformed text and alias bombs", () => {
    expect(() => fromYaml("a: [")).toThrow(/^yaml: did not find expected node content$/);
    expect(() => fromYaml("a:\n  b: [1\nc: 2\n")).toThrow("yaml: line 2: did not find expected ',' or ']'");
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((k, i) => {
        const previous = "abcdefgh"[i];
        return `${k}: &${k} [${Array(10).fill(`*${previous}`).join(",")}]`;
      }),
    ].join("\n");
    expect(() => fromYaml(bomb)).toThrow("excessive aliasing");
    expect(() => fromYaml("a: &x\n  b: [1, *x]")).toThrow("yaml: anchor 'x' value contains itself");
    expect(fromYaml("a: &x [1]\nb: *x").value).toEqual({ a: [1], b: [1] });
  });
});
