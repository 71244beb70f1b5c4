import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { Unzip, type UnzipDecoder } from "fflate";

const inflated = promisify(inflateRaw);

/** Thrown for a file that is not a zip, or whose files are too large. */
export class UnzipError extends Error {}

/**
 * Unpacks some files of a zip, by name. A zip can declare any size for its files, so the actual output is measured; the
 * work is done off the event loop.
 * @param limit maximum bytes of all wanted files together, unpacked
 * @throws UnzipError
 */
export async function unzipFiles(
  packed: Uint8Array,
  isWanted: (name: string) => boolean,
  limit: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (packed[0] !== 0x50 || packed[1] !== 0x4b) throw new UnzipError("The file is no zip.");
  const parts = new Map<string, Packed>();
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    const part: Packed = { isDeflated: file.compression !== 0, chunks: [] };
    parts.set(file.name, part);
    file.ondata = (error, chunk) => {
      if (error !== null) throw error;
      part.chunks.push(chunk);
    };
    file.start();
  });
  unzip.register(Deflated);
  try {
    unzip.push(packed, true);
  } catch {
    throw new UnzipError("The file is no zip.");
  }
  const files = new Map<string, Uint8Array>();
  let left = limit;
  for (const [name, part] of parts) {
    const bytes = await unpacked(part, left);
    left -= bytes.length;
    files.set(name, bytes);
  }
  return files;
}

interface Packed {
  readonly isDeflated: boolean;
  readonly chunks: Uint8Array[];
}

async function unpacked({ isDeflated, chunks }: Packed, limit: number): Promise<Uint8Array> {
  const bytes = Buffer.concat(chunks);
  const tooLarge = new UnzipError("The file is too large.");
  if (!isDeflated) {
    if (bytes.length > limit) throw tooLarge;
    return bytes;
  }
  try {
    return await inflated(bytes, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge
      : new UnzipError("The file is damaged.");
  }
}

/** Passes compressed data on unchanged. */
class Deflated implements UnzipDecoder {
  static readonly compression = 8;
  ondata: UnzipDecoder["ondata"] = () => undefined;
  push(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    this.ondata(null, chunk, final);
  }
}
