import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeJsonError } from "./jsonSyntaxError.ts";

describe("describeJsonError", () => {
  it.each([
    ["", "unexpected end of JSON input"],
    ['{"a":', "unexpected end of JSON input"],
    ['{"a', "unexpected end of JSON input"],
    ['{"a":1} extra', "invalid character 'e' after top-level value"],
    ['{"a":1}{"b":2}', "invalid character '{' after top-level value"],
    ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ["[1 2]", "invalid character '2' after array element"],
    ["tru ", "invalid character ' ' in literal true (expecting 'e')"],
    ["-x", "invalid character 'x' in numeric literal"],
    ["[1.]", "invalid character ']' after decimal point in numeric literal"],
    ["[1e]", "invalid character ']' in exponent of numeric literal"],
    ["[1e+", "unexpected end of JSON input"],
    ['{"a":01}', "invalid character '1' after object key:value pair"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ["é", "invalid character 'Ã' looking for beginning of value"],
    ["\ufeff{}", "invalid character 'ï' looking for beginning of value"],
    ["\u0001", "invalid character '\\x01' looking for beginning of value"],
    ["\\", "invalid character '\\\\' looking for beginning of value"],
    ["[".repeat(1_000_000), "exceeded max depth"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['"\\q"', "invalid character 'q' in string escape code"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ["?", "invalid character '?' looking for beginning of value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
  ])("%j", (text, expected) => {
    expect(describeJsonError(text)).toBe(expected);
  });

  it("finds an error in everything the parser rejects and never fails itself", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          let malformed = false;
          try {
            JSON.parse(text);
          } catch {
            malformed = true;
          }
          fc.pre(malformed);
          expect(describeJsonError(text)).toMatch(/^(unexpected end of JSON input|invalid character )/);
        },
      ),
    );
  });
});
