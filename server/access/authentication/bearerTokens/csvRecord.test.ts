import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsvRecord } from "./csvRecord.ts";

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;

describe("parseCsvRecord", () => {
  it("parses every record that was written with quotes", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (fields) => {
        expect(parseCsvRecord(fields.map(quoted).join(","))).toEqual(fields);
      }),
    );
  });

  it("parses unquoted fields", () => {
    const plain = fc.string().filter((field) => !/[",\r\n]/.test(field));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (fields) => {
        expect(parseCsvRecord(fields.join(","))).toEqual(fields);
      }),
    );
  });

  it("parses quoted fields", () => {
    expect(parseCsvRecord('a,"b ""c"", d",e')).toEqual(["a", 'b "c", d', "e"]);
    expect(parseCsvRecord("a,,")).toEqual(["a", "", ""]);
  });

  it.each(['"a', 'x,"a', '"a"b', '"a""'])("rejects %s", (line) => {
    expect(() => parseCsvRecord(line)).toThrow("unbalanced quote");
  });
});
