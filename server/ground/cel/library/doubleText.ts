/** Numbers with more digits before the decimal point, or more zeros after it, are written with an exponent. */
const [MAX_DIGITS, MAX_ZEROS] = [6, 4];

/**
 * The shortest text that parses to the same number, in the reference's format.
 * @example doubleText(1234567) // "1.234567e+06"
 */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [digits = "", exponent = "+0"] = value.toExponential().split("e");
  if (Number(exponent) >= -MAX_ZEROS && Number(exponent) < MAX_DIGITS) return String(value);
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, "0")}`;
}
