import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAccept, parseMediaType } from "./mediaType.ts";

describe("parseMediaType", () => {
  it.each([
    ["application/json", "application/json", {}, 1],
    [" Application/JSON ; Charset=utf-8 ", "application/json", { charset: "utf-8" }, 1],
    ['a/b;x="quoted"', "a/b", { x: "quoted" }, 1],
    ["a/b;as=Table;v=v1;g=meta.k8s.io;q=0.5", "a/b", { as: "Table", v: "v1", g: "meta.k8s.io" }, 0.5],
    ["a/b;", "a/b", {}, 1],
    ["a/b;q=7", "a/b", {}, 1],
    ["a/b;q=-1", "a/b", {}, 0],
    ["a/b;q=x", "a/b", {}, 1],
    ["*/*", "*/*", {}, 1],
  ])("reads %j", (text, type, parameters, quality) => {
    expect(parseMediaType(text)).toEqual({ type, parameters, quality });
  });

  it.each(["", "json", "a/", "/b", "a/b/c", "a b/c", "a/b;x", "a/b,c/d"])("does not read %j", (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });

  it("never throws, and answers lower case with a quality from 0 to 1", () => {
    const odd = fc
      .array(fc.constantFrom("a", "/", ";", "=", '"', ",", "q", "*", " ", "1", ".", "\\"))
      .map((c) => c.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string(), odd), (text) => {
        const media = parseMediaType(text);
        if (media === undefined) return;
        expect(media.type).toBe(media.type.toLowerCase());
        expect(media.quality).toBeGreaterThanOrEqual(0);
        expect(media.quality).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("comes back as it was written", () => {
    const token = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,8}$/);
    fc.assert(
      fc.property(
        token,
        token,
        fc.dictionary(
          token.filter((name) => name !== "q"),
          token,
        ),
        (a, b, parameters) => {
          const text = [`${a}/${b}`, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(
            ";",
          );
          const media = parseMediaType(text);
          expect(media?.type).toBe(`${a}/${b}`);
          expect(Object.entries(media?.parameters ?? {})).toEqual(Object.entries(parameters));
        },
      ),
    );
  });
});

describe("parseAccept", () => {
  const types = (text: string): string[] => parseAccept(text).map(({ type }) => type);

  it("orders by quality, and exact types before wildcards whatever their quality", () => {
    expect(types("a/a;q=0.1,b/b,c/c;q=0.5,d/d")).toEqual(["b/b", "d/d", "c/c", "a/a"]);
    expect(types("*/*,a/*,a/b")).toEqual(["a/b", "a/*", "*/*"]);
    expect(types("*/*,a/b;q=0.1")).toEqual(["a/b", "*/*"]);
    expect(types("a/b;q=x,c/d;q=0.1")).toEqual(["c/d", "a/b"]);
    expect(types("nonsense,a/b,,;,a/b/c,a/")).toEqual(["a/b"]);
    expect(types(Array.from({ length: 40 }, (_, i) => `a/b${i};q=0.${10 + i}`).join())[0]).toBe("a/b39");
    expect(types("")).toEqual([]);
  });

  it("keeps what is written, and passes over parameters without a value", () => {
    expect(parseAccept(' A/B ; As=x ;b="c" ;d; e= ;f=1=2')).toEqual([
      { type: "A/B", parameters: { As: "x", b: '"c"', e: "" } },
    ]);
    expect(types("*;q=0.5")).toEqual(["*/*"]);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseAccept(text)));
  });
});
