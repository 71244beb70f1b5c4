import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepEqual } from "../collections/deepEqual.ts";
import { advance, atOnce, type Steps } from "../steps.ts";
import { parseInSteps } from "./parseInSteps.ts";
import { parseJson, parseJsonExact } from "./parseJson.ts";
import { printInSteps, stringifyInSteps } from "./printInSteps.ts";
import { stringifyJson } from "./stringifyJson.ts";

/** Length of a text that is not parsed in one piece. */
const LONG = 70_000;

/** Mostly small values with some long ones, so that texts are cut at every level. */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, -1.5, 7, 1e300, 9007199254740993n, "", "\\", '"', '\\"', "a,b", "}]", "é\u2028"),
    fc.string(),
    fc.constant(`${"x,".repeat(LONG / 2)}`),
    fc.constant(Array.from({ length: LONG / 4 }, (_, i) => i % 10)),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "1", "toJSON")), tie("value"), { maxKeys: 5 }),
  ),
})).value;

/** Runs steps that yield at every opportunity; returns the result and the number of yields. */
function whenever<T>(steps: Steps<T>): { readonly result: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = advance(steps, 0);
    if (step.done === true) return { result: step.value, pauses };
  }
}

describe("JSON in steps", () => {
  it("parses any value the same as at once", () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1), fc.boolean(), (given, indent, exact) => {
        const text = ` ${stringifyJson(given, indent)}\n`;
        expect(atOnce(parseInSteps(text, exact))).toEqual((exact ? parseJsonExact : parseJson)(text));
      }),
    );
  });

  it("prints any value the same as at once", () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (given, indent) => {
        expect(atOnce(printInSteps(given, indent)).join("")).toBe(stringifyJson(given, indent));
      }),
    );
  });

  it("keeps member order and the last of duplicate members", () => {
    const many = Array.from({ length: 9000 }, (_, i) => `"k${i % 8000}":{"a":${i}}`).join(",");
    const text = `{"b":[${"1,".repeat(LONG)}2],"7":1,${many},"b":{"__proto__":[${"1,".repeat(LONG)}2]},"3":1}`;
    expect(stringifyJson(atOnce(parseInSteps(text)))).toBe(stringifyJson(parseJson(text)));
  });

  it("rejects exactly what JSON.parse rejects", () => {
    const item = '{"a":[1,{"b":"c"}],"d":null}';
    const whole = `{"x":[${`${item},`.repeat(5000)}${item}],"y":{"z":[${`${item},`.repeat(3000)}1]},"w":1}`;
    expect(atOnce(parseInSteps(whole))).toEqual(JSON.parse(whole));
    const slip = fc.constantFrom("", ",", "]", "}", "[", "{", '"', ":", "1", " ", "\\", "x", "],[", "},{");
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(2), slip, (at, cut, piece) => {
        const text = whole.slice(0, at) + piece + whole.slice(at + cut);
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => atOnce(parseInSteps(text))).toThrow(SyntaxError);
          return;
        }
        expect(deepEqual(atOnce(parseInSteps(text)), expected)).toBe(true);
      }),
    );
    for (const text of [`[${"1,".repeat(LONG)}]`, `[${"1,".repeat(LONG)},1]`, `${whole}1`, `1${whole}`, `{${whole}}`]) {
      expect(() => atOnce(parseInSteps(text))).toThrow(SyntaxError);
    }
  });

  it("omits undefined values and calls toJSON", () => {
    const many = Array.from({ length: 5000 }, () => undefined);
    const given = { a: many, b: undefined, c: { ...many }, d: { e: new Date(0), f: many.map(() => 1) } };
    for (const indent of [0, 2]) {
      expect(atOnce(printInSteps(given, indent)).join("")).toBe(stringifyJson(given, indent));
    }
    expect(() => atOnce(printInSteps(undefined))).toThrow(TypeError);
  });

  it("pauses only for long values", () => {
    const long = { list: Array.from({ length: LONG }, (_, i) => ({ i })), map: { a: 1 } };
    const printed = whenever(stringifyInSteps(long));
    const parsed = whenever(parseInSteps(printed.result));
    expect(parsed.result).toEqual(long);
    expect(parsed.pauses).toBeGreaterThan(5);
    expect(printed.pauses).toBeGreaterThan(5);
    expect(whenever(parseInSteps('{"a":[1,2]}')).pauses + whenever(stringifyInSteps({ a: [1] })).pauses).toBe(0);
  });
});
