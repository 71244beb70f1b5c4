import { quoted } from "../../../../shared/text/quoted.ts";

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);
const MAX_DIGITS = String(MAX).length;

/** Why a text is not a 64-bit integer, with the message of the reference's library; undefined when it is one. */
export function integerProblem(text: string): string | undefined {
  const [, sign = "", all] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  if (all === undefined) return `strconv.ParseInt: parsing ${quoted(text)}: invalid syntax`;
  const digits = all.replace(/^0+/, "");
  // Parsing a very large number of digits is slow.
  const value = digits.length > MAX_DIGITS ? undefined : BigInt(digits) * (sign === "-" ? -1n : 1n);
  if (value !== undefined && value <= MAX && value >= MIN) return undefined;
  return `strconv.ParseInt: parsing ${quoted(text)}: value out of range`;
}
