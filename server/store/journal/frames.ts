/**
 * The parts of a segment's file: a head of fixed size, a description as JSON, and compressed records. Each has a checksum, so
 * that a file that ends in the middle of a part, or was damaged, is read up to its first damaged part.
 */
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, crc32 } from "node:zlib";

/** Thrown for a damaged part. */
class DamagedFrameError extends Error {}

export interface Frame {
  /** Describes the part; only the caller interprets it. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Offset at which the part's records begin, and their compressed length. */
  readonly dataAt: number;
  readonly dataLength: number;
  readonly dataChecksum: number;
  /** Offset of the next part. */
  readonly end: number;
}

const MAGIC = 0x314a524f;
const HEAD = 20;
/** Maximum bytes of a part: a part that claims to be larger is damaged. */
const MAX_PART = 256 * 1024 * 1024;

const deflate = promisify(brotliCompress);
const inflate = promisify(brotliDecompress);

/** The bytes of a part. Compression runs in a thread of the Node platform. */
export async function makeFrame(meta: object, records: Uint8Array): Promise<Buffer> {
  const data =
    records.length === 0
      ? Buffer.alloc(0)
      : await deflate(records, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_LGWIN]: 20,
            [constants.BROTLI_PARAM_SIZE_HINT]: records.length,
          },
        });
  const text = Buffer.from(JSON.stringify(meta));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(text.length, 4);
  head.writeUInt32LE(data.length, 8);
  head.writeUInt32LE(crc32(text, crc32(head.subarray(0, 12))), 12);
  head.writeUInt32LE(crc32(data), 16);
  return Buffer.concat([head, text, data]);
}

/** The part that begins at an offset; undefined when there is no complete part. Its records are not read. */
export async function frameAt(file: FileHandle, at: number, size: number): Promise<Frame | undefined> {
  const head = await bytesAt(file, at, HEAD);
  if (head === undefined || head.readUInt32LE(0) !== MAGIC) return undefined;
  const [metaLength, dataLength] = [head.readUInt32LE(4), head.readUInt32LE(8)];
  if (metaLength > MAX_PART || dataLength > MAX_PART) return undefined;
  const dataAt = at + HEAD + metaLength;
  const end = dataAt + dataLength;
  if (end > size) return undefined;
  const text = await bytesAt(file, at + HEAD, metaLength);
  if (text === undefined || crc32(text, crc32(head.subarray(0, 12))) !== head.readUInt32LE(12)) return undefined;
  const meta = JSON.parse(text.toString("utf8")) as Frame["meta"];
  return { meta, dataAt, dataLength, dataChecksum: head.readUInt32LE(16), end };
}

/** The records of a part. @throws DamagedFrameError, or an operating system's error */
export async function dataOf(file: FileHandle, frame: Frame): Promise<Buffer> {
  if (frame.dataLength === 0) return Buffer.alloc(0);
  const data = await bytesAt(file, frame.dataAt, frame.dataLength);
  if (data === undefined || crc32(data) !== frame.dataChecksum) throw new DamagedFrameError("a block is damaged");
  return inflate(data);
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read);
    if (bytesRead === 0) return undefined;
    read += bytesRead;
  }
  return bytes;
}
