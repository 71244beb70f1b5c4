/** Numbers in formats: rounded half to even, and with commas. */

export const isSpecial = (value: number): boolean => !Number.isFinite(value);

/** The text for NaN and infinities; undefined for other numbers. */
export const special = (value: number): string | undefined =>
  Number.isNaN(value) ? "NaN" : Number.isFinite(value) ? undefined : value > 0 ? "∞" : "-∞";

/** Inserts a comma after every three digits before the decimal point. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",");

/**
 * The maximum number of digits that JavaScript prints, and the number of additional digits that show whether a number
 * is exactly halfway between two others.
 */
const [MAX_DIGITS, MORE_DIGITS] = [100, 25];

/** `toFixed` for any magnitude and number of digits; digits beyond the precision of a double are zeros. */
export function roundedFixed(value: number, precision: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
  if (precision > MAX_DIGITS) return value.toFixed(MAX_DIGITS) + "0".repeat(precision - MAX_DIGITS);
  return toEven(value.toFixed(precision), value.toFixed(Math.min(precision + MORE_DIGITS, MAX_DIGITS)), precision);
}

/** @param exact the same number with more digits */
function toEven(rounded: string, exact: string, precision: number): string {
  const length = exact.indexOf(".") + (precision === 0 ? 0 : precision + 1);
  if (!exact.includes(".")) return rounded;
  const [kept, cut] = [exact.slice(0, length), exact.slice(length).replace(".", "")];
  return /^50*$/.test(cut) && /[02468]$/.test(kept) ? kept : rounded;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A mantissa times a power of ten, in the reference's format: `1.052033 × 10⁰³` with narrow spaces. */
export function scientific(value: number, precision: number): string {
  const known = special(value);
  if (known !== undefined) return known;
  const [rounded = "", exponent = "+0"] = value.toExponential(Math.min(precision, MAX_DIGITS)).split("e");
  const [exact = ""] = value.toExponential(Math.min(precision + MORE_DIGITS, MAX_DIGITS)).split("e");
  const digits = exponent
    .slice(1)
    .padStart(2, "0")
    .replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
  const sign = exponent.startsWith("-") ? "⁻" : "";
  return `${toEven(rounded, exact, precision)}\u202f×\u202f10${sign}${digits}`;
}
