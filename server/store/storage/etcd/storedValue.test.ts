import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readValue, storedValue } from "./storedValue.ts";

describe("stored values", () => {
  it("are the value's bytes, and are read back as text where possible", () => {
    expect(readValue(storedValue("k8s: text"))).toBe("k8s: text");
    expect(readValue(storedValue(""))).toBe("");
    const envelope = Buffer.from("k8s\0plain");
    expect(storedValue(envelope)).toBe(envelope);
    expect(readValue(envelope)).toEqual(Uint8Array.from(envelope));
    expect(readValue(Buffer.from("k8s"))).toBe("k8s");
    expect(readValue(Buffer.of(0xff, 0x61))).toEqual(Uint8Array.of(0xff, 0x61));
  });

  it("round-trip any text and any bytes exactly", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(readValue(storedValue(text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Buffer.from(storedValue(readValue(storedValue(bytes))))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});
