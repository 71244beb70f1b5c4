const MAX = 2n ** 64n - 1n;
const MAX_DIGITS = String(MAX).length;

/**
 * Why a text is not an unsigned 64-bit integer, with the message of the reference's library; undefined when it is one.
 */
export function unsignedProblem(text: string): string | undefined {
  const digits = /^0*(\d*)$/.exec(text)?.[1];
  // Parsing very many digits would take long.
  const fits = digits !== undefined && digits.length <= MAX_DIGITS && BigInt(digits) <= MAX;
  if (text !== "" && fits) return undefined;
  const isNumber = text !== "" && digits !== undefined;
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${isNumber ? "value out of range" : "invalid syntax"}`;
}
