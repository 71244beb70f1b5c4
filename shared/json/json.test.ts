import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../steps.ts";
import { JsonNumber, plainNumbers, readNumber } from "./jsonNumber.ts";
import { hasLongDigits, parseJson, parseJsonExact } from "./parseJson.ts";
import { stringifyJson } from "./stringifyJson.ts";

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** A JSON value as the parser returns it: integers are bigints only if a double cannot represent them. */
const exactValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    int64.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("JSON", () => {
  it("keeps every 64-bit integer at any position", () => {
    fc.assert(
      fc.property(exactValue, fc.constantFrom(0, 2), (value, indent) => {
        const text = stringifyJson(value, indent);
        const parsed = parseJson(text);
        expect(parsed).toEqual(value);
        expect(stringifyJson(parsed, indent)).toBe(text);
      }),
    );
  });

  it("agrees with JSON.parse and JSON.stringify for values without large integers", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const value = JSON.parse(text) as unknown;
        // A long run of digits in a string forces the slow path for the same text.
        const careful = parseJson(`[${text},"1234567890123456789"]`) as unknown[];
        expect(stringifyJson(careful[0], indent)).toBe(JSON.stringify(value, null, indent));
        expect(stringifyJson([value, 2n ** 60n], indent)).toBe(
          JSON.stringify([value, "@"], null, indent).replace(/"@"(?=\s*\]$)/, String(2n ** 60n)),
        );
      }),
    );
  });

  it("prints numbers like the reference's encoder", () => {
    const printed = (text: string): string => stringifyJson(parseJson(text));
    expect(printed("1.0")).toBe("1");
    expect(printed("1e3")).toBe("1000");
    expect(printed("-0")).toBe("0");
    expect(printed("1e21")).toBe("1e+21");
    expect(printed("0.0000001")).toBe("1e-7");
    expect(printed("100000000000000000000")).toBe("100000000000000000000");
    expect(printed("9223372036854775807")).toBe("9223372036854775807");
    expect(printed("9223372036854775808")).toBe("9223372036854776000");
    expect(printed("9007199254740993.0")).toBe("9007199254740992");
  });

  it("rejects what JSON.parse rejects", () => {
    for (const text of ["", "{1234567890123456789:1}", "[12345678901234567890123,]", "01234567890123456"]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
    expect(() => stringifyJson(undefined)).toThrow(TypeError);
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(() => stringifyJson(cycle)).toThrow(TypeError);
  });
});

describe("hasLongDigits", () => {
  it("finds exactly runs of at least sixteen digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z]{0,20}\d{0,18}){0,6}$/), (text) => {
        expect(hasLongDigits(text)).toBe(/\d{16}/.test(text));
      }),
    );
  });
});

describe("parseJsonExact", () => {
  it("keeps the text of numbers that would be printed differently", () => {
    expect(parseJsonExact('{"a":1.0,"b":[1e3, 1.50],"c":1.5,"d":9223372036854775808,"e":12}')).toEqual({
      a: new JsonNumber("1.0"),
      b: [new JsonNumber("1e3"), new JsonNumber("1.50")],
      c: 1.5,
      d: new JsonNumber("9223372036854775808"),
      e: 12,
    });
  });

  it("otherwise equals parseJson", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(atOnce(plainNumbers(parseJsonExact(text)))).toEqual(parseJson(text));
      }),
    );
    const value = { a: [1, { b: "x" }] };
    expect(atOnce(plainNumbers(value))).toBe(value);
    expect(readNumber("9007199254740993")).toBe(9007199254740993n);
  });
});
