import { describe, expect, it } from "vitest";
import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { atOnce } from "../../../shared/steps.ts";
import { JsonSyntaxError, readJsonDocument } from "./jsonDocument.ts";

describe("readJsonDocument", () => {
  it("keeps large integers, and the text of numbers for typed decoders", async () => {
    const text = '{"a":9007199254740993,"b":1.0}';
    expect((await readJsonDocument(text, false)).value).toEqual({ a: 9007199254740993n, b: 1 });
    expect((await readJsonDocument(text, true)).value).toEqual({ a: 9007199254740993n, b: new JsonNumber("1.0") });
  });

  it("detects duplicate members immediately and lists them on demand", async () => {
    expect((await readJsonDocument('{"a":":","b":{"a":1}}', false)).hasDuplicates).toBe(false);
    const document = await readJsonDocument('{"a":1,"a":2}', false);
    expect(document.hasDuplicates).toBe(true);
    expect(atOnce(document.fields()).duplicates).toEqual(['duplicate field "a"']);
  });

  it("rejects numbers beyond the double range but not strings that look like them", async () => {
    await expect(readJsonDocument('{"a":[1e308,-1e400]}', false)).rejects.toThrow(
      new JsonSyntaxError("json: cannot unmarshal number -1e400 into Go value of type float64"),
    );
    await expect(readJsonDocument(`{"a":1${"0".repeat(309)}}`, false)).rejects.toThrow(JsonSyntaxError);
    expect((await readJsonDocument('{"a":"1e400","b":"\\"1e400"}', false)).value).toEqual({ a: "1e400", b: '"1e400' });
    expect((await readJsonDocument('{"a":1e-400}', false)).value).toEqual({ a: 0 });
  });

  it("reports syntax errors and rejects deep nesting", async () => {
    await expect(readJsonDocument('{"a":', true)).rejects.toThrow(new JsonSyntaxError("unexpected end of JSON input"));
    await expect(readJsonDocument("[".repeat(1000), true)).rejects.toThrow("exceeded max depth");
  });
});
