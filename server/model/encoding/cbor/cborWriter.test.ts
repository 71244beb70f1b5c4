import { decode } from "cborg";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CborWriter, MAJOR } from "./cborWriter.ts";

const written = (write: (writer: CborWriter) => void): string => {
  const writer = new CborWriter();
  write(writer);
  return writer.finish().toString("hex");
};

describe("CborWriter", () => {
  it.each([
    [0, "80"],
    [23, "97"],
    [24, "9818"],
    [255, "98ff"],
    [256, "990100"],
    [65535, "99ffff"],
    [65536, "9a00010000"],
    [2 ** 32 - 1, "9affffffff"],
    [2 ** 32, "9b0000000100000000"],
    [2n ** 64n - 1n, "9bffffffffffffffff"],
  ])("encodes the count %s with the shortest head", (count, hex) => {
    expect(written((writer) => writer.head(MAJOR.array, count))).toBe(hex);
  });

  it("keeps its content as it grows", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 700 }), { maxLength: 20 }), (texts) => {
        const writer = new CborWriter();
        writer.head(MAJOR.array, texts.length);
        for (const text of texts) writer.string(text);
        const items = decode(writer.finish()) as Uint8Array[];
        expect(items.map((bytes) => Buffer.from(bytes))).toEqual(texts.map((text) => Buffer.from(text)));
      }),
    );
  });

  it("returns exactly sized bytes that later writes do not modify", () => {
    const writer = new CborWriter();
    writer.byte(1);
    const first = writer.finish();
    writer.raw(Uint8Array.of(2, 3));
    expect([first.length, first.buffer.byteLength <= Buffer.poolSize]).toEqual([1, true]);
    expect(writer.finish().toString("hex")).toBe("010203");
    expect(first.toString("hex")).toBe("01");
  });
});
