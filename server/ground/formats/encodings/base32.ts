const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The base 32 form of bytes (RFC 4648) without padding. @example encodeBase32(Buffer.from("hi")) // "NBUQ" */
export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}
