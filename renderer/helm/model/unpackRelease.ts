/** Decodes a stored payload into JSON: base64 of gzip, with another layer of base64 in a Secret. */
import { parseJson } from "../../../shared/json/parseJson.ts";

/** Maximum size of an unpacked release, which is stored in one object of at most 1 MB. */
export const MAX_MEGABYTES = 32;
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** Helm's storage drivers: the two kinds of objects that it can store releases in. */
export type Driver = "secrets" | "configmaps";

/** Why a revision cannot be read; the text is `helm.damaged.<reason>`. */
export type Damage = "absent" | "base64" | "gzip" | "json" | "tooLarge";

/** Thrown for a stored revision that cannot be read. */
export class DamagedRelease extends Error {
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(damage);
    this.name = "DamagedRelease";
    this.damage = damage;
  }
}

/**
 * Unpacks `data.release`.
 * @throws DamagedRelease
 */
export async function unpackRelease(packed: unknown, driver: Driver, most = MAX_BYTES): Promise<unknown> {
  if (typeof packed !== "string" || packed === "") throw new DamagedRelease("absent");
  const outer = decodeBase64(packed);
  const bytes = driver === "secrets" ? decodeBase64(new TextDecoder().decode(outer)) : outer;
  // Old versions of helm did not compress.
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isZipped ? await unzip(bytes, most) : new TextDecoder().decode(bytes);
  try {
    return parseJson(text);
  } catch {
    throw new DamagedRelease("json");
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    throw new DamagedRelease("base64");
  }
}

/** Stops at the limit, because a small payload may unpack to a huge text. */
async function unzip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new DamagedRelease("gzip");
    });
    if (done) return parts.join("") + decoder.decode();
    length += value.byteLength;
    if (length > most) {
      void reader.cancel().catch(() => undefined);
      throw new DamagedRelease("tooLarge");
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
