import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentMediaType, parseAccept } from "./mediaType.ts";

describe("contentMediaType", () => {
  it.each([
    ["application/json", "application/json"],
    [" Application/JSON ; Charset=utf-8 ", "application/json"],
    ['a/b;x="quoted; \\"text\\""', "a/b"],
    ['a/b;x=""', "a/b"],
    ['a/b;x="C:\\dir"', "a/b"],
    ["a/b;as=Table;v=v1;g=meta.k8s.io;q=0.5", "a/b"],
    ["a/b;", "a/b"],
    ["a/b ; ", "a/b"],
    ["a/b;x=1;", "a/b"],
    ["a/b;x=1;x=1", "a/b"],
    ['a/b;x="[y]";x="\\[y]"', "a/b"],
    ['a/b;x = 1 ; X="1"', "a/b"],
    ["*/*", "*/*"],
  ])("parses %j", (text, type) => {
    expect(contentMediaType(text)).toBe(type);
  });

  it.each([
    "",
    "json",
    "a/",
    "/b",
    "a/b/c",
    "a b/c",
    "a/b;x",
    "a/b;x=",
    "a/b;;x=1",
    "a/b;;",
    "a/b,c/d",
    'a/b;x="open',
    'a/b;x="open\\"',
    "a/b;x=1 y=2",
    "a/b;x=1;X=2",
    "a/b;x=y/z",
  ])("does not parse %j", (text) => {
    expect(contentMediaType(text)).toBeUndefined();
  });

  it("never throws and returns lower case", () => {
    const odd = fc
      .array(fc.constantFrom("a", "/", ";", "=", '"', ",", "q", "*", " ", "1", ".", "\\"))
      .map((c) => c.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string(), odd), (text) => {
        const type = contentMediaType(text);
        expect(type).toBe(type?.toLowerCase());
      }),
    );
  });

  it("returns a media type as written", () => {
    const token = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,8}$/);
    fc.assert(
      fc.property(token, token, fc.dictionary(token, token), (a, b, parameters) => {
        const given = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
        expect(contentMediaType([`${a}/${b}`, ...given].join(";"))).toBe(`${a}/${b}`);
      }),
    );
  });
});

describe("parseAccept", () => {
  const types = (text: string): string[] => parseAccept(text).map(({ type }) => type);

  it("sorts by quality, but exact types before wildcards regardless of quality", () => {
    expect(types("a/a;q=0.1,b/b,c/c;q=0.5,d/d")).toEqual(["b/b", "d/d", "c/c", "a/a"]);
    expect(types("*/*,a/*,a/b")).toEqual(["a/b", "a/*", "*/*"]);
    expect(types("*/*,a/b;q=0.1")).toEqual(["a/b", "*/*"]);
    expect(types("a/b;q=x,c/d;q=0.1")).toEqual(["c/d", "a/b"]);
    expect(types("nonsense,a/b,,;,a/b/c,a/")).toEqual(["a/b"]);
    expect(types(Array.from({ length: 40 }, (_, i) => `a/b${i};q=0.${10 + i}`).join())[0]).toBe("a/b39");
    expect(types("")).toEqual([]);
  });

  it("keeps parameters as written and ignores those without a value", () => {
    expect(parseAccept(' A/B ; As=x ;b="c" ;d; e= ;f=1=2')).toEqual([
      { type: "A/B", parameters: { As: "x", b: '"c"', e: "" } },
    ]);
    expect(types("*;q=0.5")).toEqual(["*/*"]);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseAccept(text)));
  });
});
