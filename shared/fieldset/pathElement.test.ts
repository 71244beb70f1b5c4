import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  compareElements,
  fieldElement,
  InvalidPathElementError,
  indexElement,
  keyElement,
  normalizeElement,
  parseElement,
  valueElement,
} from "./pathElement.ts";

describe("Path elements", () => {
  it("have one canonical text regardless of key order", () => {
    const a = keyElement([
      ["protocol", "TCP"],
      ["containerPort", 80],
    ]);
    const b = keyElement([
      ["containerPort", 80],
      ["protocol", "TCP"],
    ]);
    expect(a).toBe('k:{"containerPort":80,"protocol":"TCP"}');
    expect(b).toBe(a);
    expect(normalizeElement('k:{ "protocol": "TCP", "containerPort": 80 }')).toBe(a);
  });

  it("escape markup in values, as the reference writes them", () => {
    expect(valueElement("a&b")).toBe(String.raw`v:"a\u0026b"`);
    expect(keyElement([["<k>", "<a>"]])).toBe(String.raw`k:{"<k>":"\u003ca\u003e"}`);
    expect(normalizeElement('v:"a&b"')).toBe(valueElement("a&b"));
    expect(parseElement(valueElement("a&b"))).toEqual({ kind: "value", value: "a&b" });
  });

  it("are parsed", () => {
    expect(parseElement(fieldElement("a.b/c"))).toEqual({ kind: "field", name: "a.b/c" });
    expect(parseElement(keyElement([["name", "x"]]))).toEqual({ kind: "key", fields: [["name", "x"]] });
    expect(parseElement(valueElement("x"))).toEqual({ kind: "value", value: "x" });
    expect(parseElement(indexElement(3))).toEqual({ kind: "index", index: 3 });
  });

  it("are skipped if of an unknown kind and rejected if malformed", () => {
    expect(normalizeElement("z:whatever")).toBeUndefined();
    for (const text of ["", "f", "fx", "i:one", "v:{", "k:[]", "k:1", "k:{"]) {
      expect(() => normalizeElement(text), text).toThrow(InvalidPathElementError);
    }
  });

  it("sort by kind, numbers by value and strings by code unit", () => {
    const sorted = [
      "f:B",
      "f:a",
      "f:b",
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"port":443,"protocol":"TCP"}',
      'k:{"port":443,"protocol":"UDP"}',
      "v:2",
      "v:10",
      'v:"a"',
      "v:true",
      "i:2",
      "i:10",
    ];
    expect([...sorted].reverse().sort(compareElements)).toEqual(sorted);
  });

  it("compare antisymmetrically", () => {
    const element = fc.oneof(
      fc.string().map(fieldElement),
      fc.nat().map(indexElement),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()).map(valueElement),
      fc.tuple(fc.string(), fc.oneof(fc.string(), fc.integer())).map(([name, value]) => keyElement([[name, value]])),
    );
    fc.assert(
      fc.property(element, element, (a, b) => {
        expect(Math.sign(compareElements(a, b)) + Math.sign(compareElements(b, a))).toBe(0);
        expect(compareElements(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe("canonicalJson", () => {
  it("is independent of key order and parses back to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonicalJson({ b: 1, a: { d: [], c: null } })).toBe('{"a":{"c":null,"d":[]},"b":1}');
  });
});
