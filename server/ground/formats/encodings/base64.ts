/** Sizes and contents of base64 text. */

/** Number of bytes that a base64 text encodes. */
export function decodedLength(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}

/** The text encoded in a base64 value, decoded as UTF-8. */
export const decodeText = (text: string): string => Buffer.from(text, "base64").toString("utf8");

/** Base64 of a text's UTF-8 bytes. */
export const encodeText = (text: string): string => Buffer.from(text, "utf8").toString("base64");
