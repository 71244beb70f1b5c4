import { strFromU8, strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { UnzipError, unzipFiles } from "./unzipFiles.ts";

const MEGABYTE = 1024 * 1024;
const all = (): boolean => true;

it("extracts the wanted files, stored and deflated ones", async () => {
  const text = "all work and no play ".repeat(100);
  const packed = zipSync({ a: [strToU8(text), { level: 9 }], b: [strToU8(text), { level: 0 }], c: strToU8("other") });
  const files = await unzipFiles(packed, (name) => name !== "c", MEGABYTE);
  expect([...files].map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ["a", text],
    ["b", text],
  ]);
});

it("extracts an empty file", async () => {
  expect([...(await unzipFiles(zipSync({ a: new Uint8Array() }), all, MEGABYTE))]).toEqual([["a", Buffer.from("")]]);
});

it.each([0, 9] as const)("refuses files that are too large together, packed at level %i", async (level) => {
  const packed = zipSync({ a: new Uint8Array(MEGABYTE), b: new Uint8Array(MEGABYTE) }, { level });
  expect((await unzipFiles(packed, all, 2 * MEGABYTE)).size).toBe(2);
  await expect(unzipFiles(packed, all, 2 * MEGABYTE - 1)).rejects.toThrow("The file is too large.");
});

it("limits the decompressed size, whatever size a file declares", async () => {
  const packed = zipSync({ a: [new Uint8Array(8 * MEGABYTE), { level: 9 }] });
  // The sizes are in the file's own header, and in the directory at the end.
  for (const signature of [0x04034b50, 0x02014b50]) {
    const view = new DataView(packed.buffer, packed.byteOffset);
    for (let at = 0; at < packed.length - 30; at++) {
      if (view.getUint32(at, true) === signature) view.setUint32(at + (signature === 0x04034b50 ? 22 : 24), 5, true);
    }
  }
  await expect(unzipFiles(packed, all, MEGABYTE)).rejects.toThrow("The file is too large.");
});

it("refuses input that is not a zip file, is truncated or damaged", async () => {
  const packed = zipSync({ a: [strToU8("all work and no play ".repeat(100)), { level: 9 }] });
  await expect(unzipFiles(strToU8("nonsense"), all, MEGABYTE)).rejects.toThrow("The file is no zip.");
  await expect(unzipFiles(packed.subarray(0, 50), all, MEGABYTE)).rejects.toThrow(UnzipError);
  packed.fill(0xff, 31, 45);
  await expect(unzipFiles(packed, all, MEGABYTE)).rejects.toThrow("The file is damaged.");
});
