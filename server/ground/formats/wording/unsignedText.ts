const MAX = 2n ** 64n - 1n;
const MAX_DIGITS = String(MAX).length;

/**
 * Why a text is not an unsigned 64-bit integer, with the message of the reference's library; undefined when it is one.
 */
export function unsignedProblem(text: string): string | undefined {
  const isNumber = /^\d+$/.test(text);
  const digits = text.replace(/^0+/, "");
  // Parsing a very large number of digits is slow.
  if (isNumber && digits.length <= MAX_DIGITS && BigInt(digits) <= MAX) return undefined;
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${isNumber ? "value out of range" : "invalid syntax"}`;
}
