import { describe, expect, it } from "vitest";
import { JsonNumber } from "../../shared/json/jsonNumber.ts";
import { JsonSyntaxError, readJsonDocument } from "./jsonDocument.ts";

describe("readJsonDocument", () => {
  it("keeps integers, and for typed decoders the texts of numbers", () => {
    const text = '{"a":9007199254740993,"b":1.0}';
    expect(readJsonDocument(text, false).value).toEqual({ a: 9007199254740993n, b: 1 });
    expect(readJsonDocument(text, true).value).toEqual({ a: 9007199254740993n, b: new JsonNumber("1.0") });
  });

  it("knows at once whether a member stands twice, and on demand which", () => {
    expect(readJsonDocument('{"a":":","b":{"a":1}}', false).hasDuplicates).toBe(false);
    const document = readJsonDocument('{"a":1,"a":2}', false);
    expect(document.hasDuplicates).toBe(true);
    expect(document.fields().duplicates).toEqual(['duplicate field "a"']);
    expect(document.fields()).toBe(document.fields());
  });

  it("refuses numbers that no double holds, and leaves texts alone that look like one", () => {
    expect(() => readJsonDocument('{"a":[1e308,-1e400]}', false)).toThrow(
      new JsonSyntaxError("json: cannot unmarshal number -1e400 into Go value of type float64"),
    );
    expect(() => readJsonDocument(`{"a":1${"0".repeat(309)}}`, false)).toThrow(JsonSyntaxError);
    expect(readJsonDocument('{"a":"1e400","b":"\\"1e400"}', false).value).toEqual({ a: "1e400", b: '"1e400' });
    expect(readJsonDocument('{"a":1e-400}', false).value).toEqual({ a: 0 });
  });

  it("says what is wrong, and refuses what nests too deeply", () => {
    expect(() => readJsonDocument('{"a":', true)).toThrow(new JsonSyntaxError("unexpected end of JSON input"));
    expect(() => readJsonDocument("[".repeat(1000), true)).toThrow("exceeded max depth");
  });
});
