import { percentDecoded } from "./percentDecoded.ts";

/**
 * Whether a segment of a path, as it is written in an address, is the same to every parser: not empty, no dot segment, and
 * nothing in it, decoded, that separates, escapes or controls.
 */
export function isPlainSegment(segment: string): boolean {
  const decoded = percentDecoded(segment);
  if (decoded === undefined || decoded === "" || decoded === "." || decoded === "..") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  return !/[\u0000-\u001f\u007f/\\%]/.test(decoded);
}
