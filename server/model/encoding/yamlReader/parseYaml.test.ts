import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { parseJson } from "../../../../shared/json/parseJson.ts";
import { toYaml } from "../yaml.ts";
import { parseYaml } from "./parseYaml.ts";

const value = (text: string): unknown => parseYaml(text, false).value;

describe("parseYaml", () => {
  it("yields the same as the library for JSON-compatible documents", () => {
    const scalar = fc.constantFrom("x", "1", "1.5", "true", "~", "'q'", '"d"', "0x1f", "1_0", "&a y", "!!str 1", "");
    const tree = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, scalar, tie("list"), tie("map")),
      list: fc.array(tie("node"), { maxLength: 4 }).map((items) => `[${items.map((item) => item || "~").join(", ")}]`),
      map: fc
        .uniqueArray(fc.constantFrom("a", "b", "'c'", '"d e"', "1", "true"), { maxLength: 4 })
        .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), tie("node")))))
        .map((members) => `{${members.map(([name, node]) => `${name}: ${node}`).join(", ")}}`),
    })).node as fc.Arbitrary<string>;
    fc.assert(
      fc.property(tree, (text) => {
        expect(value(`k: ${text}`)).toEqual(parseDocument(`k: ${text}`, { version: "1.1" }).toJS());
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(value(toYaml({ json }))).toEqual(parseJson(JSON.stringify({ json })));
      }),
    );
  });

  it("gives explicit keys precedence over merged maps and lists of maps", () => {
    const text =
      "x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\none: {<<: *x, a: 0}\nboth: {<<: [*x, *y]}\nquoted: {'<<': *x}\n";
    expect(value(text)).toMatchObject({
      one: { a: 0, b: 1 },
      both: { a: 1, b: 1, c: 2 },
      quoted: { "<<": { a: 1, b: 1 } },
    });
    expect(() => value("a: {<<: 1}")).toThrow("yaml: map merge requires map or sequence of maps as the value");
  });

  it("limits alias expansion like the reference", () => {
    const uses = Array.from({ length: 500 }, () => "- *a").join("\n");
    expect(value(`x: &a b\nz:\n${uses}`)).toMatchObject({ x: "b", z: Array(500).fill("b") });
    const long = `x: &a ${"b".repeat(100_000)}\nz:\n${uses}`;
    expect(() => value(long)).toThrow("yaml: document contains excessive aliasing");
  });

  it("resolves an alias to the last preceding anchor of that name", () => {
    expect(value("a: &x 1\nb: *x\nc: &x 2\nd: *x")).toEqual({ a: 1, b: 1, c: 2, d: 2 });
    expect(() => value("a: *x\nb: &x 1")).toThrow("yaml: unknown anchor 'x' referenced");
    expect(() => value("a: &x {b: &y [*x]}")).toThrow("yaml: anchor 'x' value contains itself");
  });

  it("ignores unknown tags", () => {
    expect(value("a: !!set {x, z}\nb: !!omap [x: 1]\nc: !mine z\nd: !!timestamp 2020-01-01")).toEqual({
      a: { x: null, z: null },
      b: [{ x: 1 }],
      c: "z",
      d: "2020-01-01",
    });
  });

  it("rejects values that JSON cannot represent", () => {
    expect(() => value("a: .nan")).toThrow("json: unsupported value: NaN");
    expect(() => value("a: -.inf")).toThrow("json: unsupported value: -Inf");
    expect(value(`a: 1e400\nb: ${"9".repeat(3000)}`)).toEqual({ a: "1e400", b: "9".repeat(3000) });
    expect(() => value("? [a]\n: 1")).toThrow("yaml: invalid map key: a list");
    expect(value("~: 1\n1.5: 2\nfalse: 3")).toEqual({ "": 1, 1.5: 2, false: 3 });
    expect(Object.keys(value("__proto__: {a: 1}") as object)).toEqual(["__proto__"]);
  });

  it("reports duplicate keys in order, up to a hundred", () => {
    const text = "a: {b: 1, 'b': 2}\n'c''d': 1\n? \"c'd\"\n: 2\na: 3\n";
    expect(parseYaml(text, false).duplicates).toEqual([
      'line 1: key "b" already set in map',
      'line 3: key "c\'d" already set in map',
      'line 5: key "a" already set in map',
    ]);
    expect(parseYaml("a: 1\n".repeat(500), false).duplicates).toHaveLength(100);
  });
});
