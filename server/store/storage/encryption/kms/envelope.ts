import { TransformError } from "../transformError.ts";

/** A value as servers store it with a plug-in of version 1. */
export interface Envelope {
  /** The key of the value, as the plug-in encrypted it. */
  readonly encryptedKey: Uint8Array;
  readonly data: Uint8Array;
}

/** Of the length that comes first, in bytes. */
const LENGTH = 2;
const MAX_KEY = 0xffff;

/** `length of the key (two bytes, the high one first) | encrypted key | data`. @throws TransformError for a key too long */
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

/** @throws TransformError in the reference's words */
export function decodeEnvelope(stored: Uint8Array): Envelope {
  const [high = 0, low = 0] = stored;
  const end = LENGTH + high * 256 + low;
  if (stored.length < Math.max(LENGTH, end)) {
    const why = "failed to read uint16 length prefixed data";
    throw new TransformError(`invalid data encountered by envelope transformer: ${why}`);
  }
  return { encryptedKey: stored.subarray(LENGTH, end), data: stored.subarray(end) };
}
