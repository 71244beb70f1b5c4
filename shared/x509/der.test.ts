import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf, DER, DerError, objectIdText, partsOf, readElement, readElements, stringText } from "./der.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** DER encoding of an element, with the shortest form of its length. */
function written(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return bytes(tag, ...size, ...content);
}

describe("readElement", () => {
  it("parses written elements followed by other data", () => {
    const content = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0xff }), content, fc.uint8Array({ maxLength: 5 }), (tag, inner, rest) => {
        const whole = written(tag, inner);
        const element = readElement(bytes(...whole, ...rest));
        expect([element.tag, [...element.content], [...element.whole]]).toEqual([tag, [...inner], [...whole]]);
      }),
    );
  });

  it.each<[number[], string]>([
    [[], "asn1: syntax error: sequence truncated"],
    [[0x30], "asn1: syntax error: truncated tag or length"],
    [[0x30, 0x82, 1], "asn1: syntax error: truncated tag or length"],
    [[0x30, 0x80, 0, 0], "asn1: syntax error: indefinite length found (not DER)"],
    [[0x30, 0x85, 1, 1, 1, 1, 1], "asn1: structure error: length too large"],
    [[0x30, 0x84, 0xff, 0xff, 0xff, 0xff], "asn1: syntax error: data truncated"],
  ])("rejects %j", (values, message) => {
    expect(() => readElement(bytes(...values))).toThrow(new DerError(message));
  });
});

describe("readElements", () => {
  it("parses consecutive elements without trailing data", () => {
    expect(readElements(bytes(0x02, 1, 5, 0x30, 0)).map(({ tag }) => tag)).toEqual([DER.integer, DER.sequence]);
    expect(readElements(bytes())).toEqual([]);
    expect(() => readElements(bytes(0x02, 1, 5, 0x30))).toThrow(DerError);
  });
});

describe("partsOf and contentOf", () => {
  it("reject another type and a missing element", () => {
    const element = readElement(bytes(0x31, 2, 0x30, 0));
    expect(partsOf(element, DER.set).map(({ tag }) => tag)).toEqual([DER.sequence]);
    expect(() => partsOf(element)).toThrow("tags don't match (16 vs {class:0 tag:17 length:2 isCompound:true})");
    expect(() => contentOf(undefined, DER.integer)).toThrow(DerError);
  });
});

describe("objectIdText", () => {
  it.each<[number[], string]>([
    [[0x55, 0x04, 0x03], "2.5.4.3"],
    [[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d], "1.2.840.113549"],
    [[0x88, 0x37, 0x03], "2.999.3"],
    [[0x27], "0.39"],
  ])("converts %j to %s", (values, text) => {
    expect(objectIdText(bytes(...values))).toBe(text);
  });
});

describe("stringText", () => {
  it.each<[number, number[], string | undefined]>([
    [0x0c, [0xc3, 0xbc], "ü"],
    [0x13, [0x61], "a"],
    [0x16, [0x61], "a"],
    [0x1e, [0x00, 0x61, 0x20, 0xac], "a€"],
    [0x02, [0x61], undefined],
  ])("decodes tag %d", (tag, values, text) => {
    expect(stringText(readElement(written(tag, bytes(...values))))).toBe(text);
  });
  it.each([
    [0x1e, [0x61]],
    [0x0c, [0xff]],
    [0x13, [0xe9]],
  ])("returns undefined for invalid text of tag %d", (tag, values) => {
    expect(stringText(readElement(written(tag, bytes(...values))))).toBeUndefined();
  });
});
