/**
 * Bytes that are a small part of a larger buffer, in memory of their own: the same bytes otherwise. Bytes that wait for
 * long, or go to another thread, would keep or take along the whole buffer.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.buffer.byteLength <= 2 * bytes.length) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
