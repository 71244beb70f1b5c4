import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodePng } from "./encodePng.ts";

test("contains every pixel in chunks with valid checksums", () => {
  const pixels = Uint8Array.from({ length: 3 * 3 * 4 }, (_, i) => i * 7);
  const png = encodePng({ size: 3, pixels });
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString(), body.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.readUInt32BE(0)).toBe(3);
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(rows).toHaveLength(3 * 13);
  for (let row = 0; row < 3; row++) {
    expect(rows[row * 13]).toBe(0);
    expect([...rows.subarray(row * 13 + 1, row * 13 + 13)]).toEqual([...pixels.subarray(row * 12, row * 12 + 12)]);
  }
});
