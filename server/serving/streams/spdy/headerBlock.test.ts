import { createHash } from "node:crypto";
import { constants, createDeflate, createInflate } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DICTIONARY } from "./dictionary.ts";
import { HeaderReader, HeaderWriter, LARGEST_BLOCK } from "./headerBlock.ts";

/** Compresses blocks as clients do, one after the other. */
function clientWriter() {
  const deflate = createDeflate({ dictionary: DICTIONARY, flush: constants.Z_SYNC_FLUSH });
  return (block: Buffer): Promise<Buffer> =>
    new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const take = (chunk: Buffer): void => void chunks.push(chunk);
      deflate.on("data", take);
      deflate.write(block, () => {
        deflate.off("data", take);
        resolve(Buffer.concat(chunks));
      });
    });
}

function plainBlock(headers: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  const length = (n: number): void => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(n);
    parts.push(bytes);
  };
  length(headers.size);
  for (const text of [...headers].flat()) {
    length(Buffer.byteLength(text));
    parts.push(Buffer.from(text));
  }
  return Buffer.concat(parts);
}

it("uses the dictionary of the specification", () => {
  expect(DICTIONARY.length).toBe(1423);
  // A compressed stream identifies its dictionary by this checksum.
  expect(createHash("sha256").update(DICTIONARY).digest("hex").slice(0, 16)).toBe("51d27341373f923f");
});

describe("SPDY headers", () => {
  it("of a client are decoded, block after block", async () => {
    const reader = new HeaderReader();
    const write = clientWriter();
    const names = fc.stringMatching(/^[a-z-]{1,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, fc.string({ maxLength: 40 })), { maxLength: 8 }), async (pairs) => {
        const headers = new Map(pairs);
        expect(await reader.read(await write(plainBlock(headers)))).toEqual(headers);
      }),
      { numRuns: 50 },
    );
    reader.end();
  });

  it("of the server are readable by standard zlib", async () => {
    const writer = new HeaderWriter();
    const inflate = createInflate();
    const chunks: Buffer[] = [];
    inflate.on("data", (chunk: Buffer) => chunks.push(chunk));
    const blocks = [new Map([["a", "1"]]), new Map<string, string>(), new Map([["b", "\u00e9"]])];
    for (const headers of blocks) {
      await new Promise<void>((resolve) => inflate.write(writer.write(headers), () => resolve()));
    }
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat(blocks.map(plainBlock)));
  });

  it("that are too large, truncated or malformed are refused", async () => {
    const read = async (block: Buffer) => new HeaderReader().read(block);
    await expect(read(await clientWriter()(Buffer.alloc(LARGEST_BLOCK * 2)))).rejects.toThrow();
    await expect(read(await clientWriter()(Buffer.from([0, 0, 0, 1, 0, 0, 1, 0])))).rejects.toThrow(RangeError);
    await expect(read(Buffer.from("no zlib"))).rejects.toThrow();
  });
});
