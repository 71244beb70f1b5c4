import { TransformError } from "../transformError.ts";

/** The stored form of a value that is encrypted with a plug-in of version 1. */
export interface Envelope {
  /** The value's key, encrypted by the plug-in. */
  readonly encryptedKey: Uint8Array;
  readonly data: Uint8Array;
}

/** Bytes of the length field, which precedes the key. */
const LENGTH = 2;
const MAX_KEY = 0xffff;

/** `length of the key (two bytes, big-endian) | encrypted key | data`. @throws TransformError for an overlong key */
export function encodeEnvelope({ encryptedKey, data }: Envelope): Buffer {
  if (encryptedKey.length > MAX_KEY) {
    throw new TransformError(
      `cryptobyte: pending child length ${encryptedKey.length} exceeds ${LENGTH}-byte length prefix`,
    );
  }
  const head = Buffer.alloc(LENGTH);
  head.writeUInt16BE(encryptedKey.length);
  return Buffer.concat([head, encryptedKey, data]);
}

/** @throws TransformError with the reference's message */
export function decodeEnvelope(stored: Uint8Array): Envelope {
  const [high = 0, low = 0] = stored;
  const end = LENGTH + high * 256 + low;
  if (stored.length < Math.max(LENGTH, end)) {
    const message = "failed to read uint16 length prefixed data";
    throw new TransformError(`invalid data encountered by envelope transformer: ${message}`);
  }
  return { encryptedKey: stored.subarray(LENGTH, end), data: stored.subarray(end) };
}
