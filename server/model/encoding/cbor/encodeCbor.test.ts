import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadSchema } from "../../schema/schema.ts";
import { encodeCbor, encodeCborObject } from "./encodeCbor.ts";
import { readBack } from "./testing/readBack.ts";

const schema = loadSchema();
const hex = (value: unknown, definition?: string): string =>
  encodeCbor(value, definition === undefined ? undefined : schema.definition(definition)).toString("hex");

describe("Encoding", () => {
  it.each([
    ["a string as a byte string", "a", "4161"],
    ["a string with a multi-byte character", "ü", "42c3bc"],
    ["null", null, "f6"],
    ["false", false, "f4"],
    ["true", true, "f5"],
    ["zero", 0, "00"],
    ["minus zero as zero", -0, "00"],
    ["an integer in one byte", 23, "17"],
    ["an integer in two bytes", 24, "1818"],
    ["an integer in three bytes", 256, "190100"],
    ["an integer in five bytes", 65536, "1a00010000"],
    ["an integer in nine bytes", 2 ** 32, "1b0000000100000000"],
    ["a negative integer", -1, "20"],
    ["a larger negative integer", -500, "3901f3"],
    ["the largest safe integer", 2 ** 53 - 1, "1b001fffffffffffff"],
    ["a bigint above the safe integers", 9007199254740993n, "1b0020000000000001"],
    ["the smallest 64-bit integer", -(2n ** 63n), "3b7fffffffffffffff"],
    ["a small bigint", 3n, "03"],
    ["a fraction as the shortest exact float", 1.5, "f93e00"],
    ["a fraction that needs a double", 0.1, "fb3fb999999999999a"],
    ["a number too large for an integer", 1e300, "fb7e37e43c8800759c"],
    ["a list", [1, "a"], "82014161"],
    ["an object with its members in their order", { b: 1, a: null }, "a2416201" + "4161f6"],
    ["an object without its undefined members", { a: undefined, b: 1 }, "a1416201"],
  ])("encodes %s", (_what, value, expected) => {
    expect(hex(value)).toBe(expected);
  });

  it("encodes bytes fields as byte strings tagged as base64 for JSON", () => {
    expect(hex({ data: { k: "YWI=" } }, "api.core.v1.Secret")).toBe("a14464617461a1416bd6426162");
    expect(hex({ data: { k: "YWI=" } })).toBe("a14464617461a1416b445957493d");
  });

  it("encodes floating-point fields as floats even if integral", () => {
    const schemaOf = "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
    expect(hex({ maximum: 1 }, schemaOf)).toBe("a1476d6178696d756df93c00");
    expect(hex({ maxLength: 1 }, schemaOf)).toBe("a1496d61784c656e67746801");
    expect(hex({ items: { maximum: 1 } }, schemaOf)).toContain("f93c00");
    expect(hex({ additionalProperties: { maximum: 1 } }, schemaOf)).toContain("f93c00");
  });

  it("starts objects with the self-described CBOR tag", () => {
    expect(encodeCborObject({ a: 1 }).toString("hex")).toBe("d9d9f7a1416101");
  });

  it("is decoded by another library to the same JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(readBack(encodeCborObject({ value: json }))).toEqual({ value: json });
      }),
    );
  });
});
