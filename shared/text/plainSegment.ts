import { percentDecoded } from "./percentDecoded.ts";

/**
 * Whether every parser reads a path segment in the same way: it is not empty, not a dot segment, and contains, when
 * decoded, no separators, escapes or control characters.
 */
export function isPlainSegment(segment: string): boolean {
  const decoded = percentDecoded(segment);
  if (decoded === undefined || decoded === "" || decoded === "." || decoded === "..") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  return !/[\u0000-\u001f\u007f/\\%]/.test(decoded);
}
