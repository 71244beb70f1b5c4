import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goSyntax, goTypeName, goValue, jsonTypeName } from "./goFormat.ts";

describe("goValue", () => {
  it.each<[unknown, string]>([
    [null, "<nil>"],
    [undefined, "<nil>"],
    [true, "true"],
    ["a b", "a b"],
    ["", ""],
    [1, "1"],
    [-7, "-7"],
    [1_000_000, "1000000"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [0.5, "0.5"],
    [1234567.5, "1.2345675e+06"],
    [1e20, "1e+20"],
    [1e100, "1e+100"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [[], "[]"],
    [["x", 1, null], "[x 1 <nil>]"],
    [{}, "map[]"],
    [{ b: ["x", "y"], a: { c: 1 } }, "map[a:map[c:1] b:[x y]]"],
  ])("prints %o as %s", (value, text) => {
    expect(goValue(value)).toBe(text);
  });
});

describe("goSyntax", () => {
  it.each<[unknown, string]>([
    [null, "interface {}(nil)"],
    ['a"b', '"a\\"b"'],
    [false, "false"],
    [999_999, "999999"],
    [1_000_000, "1000000"],
    [2n ** 60n, "1152921504606846976"],
    [1e21, "1e+21"],
    [0, "0"],
    [[1, "a"], '[]interface {}{1, "a"}'],
    [{ b: null, a: [] }, 'map[string]interface {}{"a":[]interface {}{}, "b":interface {}(nil)}'],
  ])("prints %o as %s", (value, text) => {
    expect(goSyntax(value)).toBe(text);
  });
});

describe("Both formats", () => {
  it("are independent of the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (map) => {
        const turned = Object.fromEntries(Object.entries(map).reverse());
        expect(goValue(turned)).toBe(goValue(map));
        expect(goSyntax(turned)).toBe(goSyntax(map));
      }),
    );
  });

  it("print numbers that parse back exactly", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        expect(Number(goValue(n)) === n).toBe(true);
        expect(Number(goSyntax(n)) === n).toBe(true);
      }),
    );
  });
});

describe("Go type names", () => {
  it.each<[unknown, string, string]>([
    [null, "<nil>", "null"],
    ["a", "string", "string"],
    [1, "int64", "number"],
    [2n ** 60n, "int64", "number"],
    [1.5, "float64", "number"],
    [true, "bool", "bool"],
    [[], "[]interface {}", "array"],
    [{}, "map[string]interface {}", "object"],
  ])("of %s", (value, runtime, json) => {
    expect(goTypeName(value)).toBe(runtime);
    expect(jsonTypeName(value)).toBe(json);
  });
});
