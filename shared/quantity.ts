/**
 * Resource quantities: exact decimal amounts with an SI suffix (`500m`, `2k`), a binary suffix (`1Gi`) or a decimal
 * exponent (`1e3`). Amounts finer than a nano unit are rounded away from zero; amounts are limited to 64 bits.
 */
export type QuantityFormat = "decimalSI" | "binarySI" | "decimalExponent";

/** The exact amount is `digits` × 10^`exponent`. */
export interface Quantity {
  readonly digits: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

/** Thrown for text that is not a quantity; the message is that of the reference. */
export class QuantityError extends Error {
  override readonly name = "QuantityError";
}

const FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMERIC_WRONG = "unable to parse numeric part of quantity";
const SUFFIX_WRONG = "unable to parse quantity's suffix";

/**
 * The look-ahead prevents the regular expression from trying the suffix after every digit of a number that does not
 * match.
 */
const PARTS = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?![0-9])([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const DECIMAL_SUFFIXES = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);
const DECIMAL_BY_EXPONENT = new Map([...DECIMAL_SUFFIXES].map(([suffix, exponent]) => [exponent, suffix]));
const BINARY_SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const MIN_EXPONENT = -9;
const LARGEST = 2n ** 63n - 1n;
/** Beyond this, an exponent only means "too large" or "too small"; the power is never computed. */
const EXPONENT_LIMIT = 1000;

/**
 * @throws QuantityError with the reference's wording
 * @example parseQuantity("1.5Gi") // { digits: 16106127360n, exponent: -1, format: "binarySI" }
 */
export function parseQuantity(text: string): Quantity {
  const match = text === "" ? null : PARTS.exec(text);
  if (match === null) throw new QuantityError(FORMAT_WRONG);
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  const { multiplier, exponent, format } = parseSuffix(suffix);
  if (whole === "" && fraction === "") throw new QuantityError(NUMERIC_WRONG);
  const read = readDigits(whole + fraction, exponent - fraction.length);
  const amount = limit(read.digits * multiplier, read.exponent);
  return { digits: sign === "-" ? -amount.digits : amount.digits, exponent: amount.exponent, format };
}

/**
 * Digits beyond these only affect whether an amount is rounded up; parsing integers of unlimited length would take too
 * long.
 */
const SIGNIFICANT = 400;

/** The number `text` × 10^`exponent`; all digits after the significant ones are reduced to a single digit. */
function readDigits(text: string, exponent: number): { digits: bigint; exponent: number } {
  const significant = text.replace(/^0+/, "");
  const dropped = significant.length - SIGNIFICANT;
  if (dropped <= 0) return { digits: BigInt(significant), exponent };
  const rest = /[1-9]/.test(significant.slice(SIGNIFICANT)) ? "1" : "0";
  return { digits: BigInt(significant.slice(0, SIGNIFICANT) + rest), exponent: exponent + dropped - 1 };
}

interface Suffix {
  readonly multiplier: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function parseSuffix(suffix: string): Suffix {
  const decimal = DECIMAL_SUFFIXES.get(suffix);
  if (decimal !== undefined) return { multiplier: 1n, exponent: decimal, format: "decimalSI" };
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  if (binary > 0) return { multiplier: 1024n ** BigInt(binary), exponent: 0, format: "binarySI" };
  if (/^[eE][-+]?[0-9]+$/.test(suffix)) {
    return { multiplier: 1n, exponent: Number(suffix.slice(1)), format: "decimalExponent" };
  }
  throw new QuantityError(SUFFIX_WRONG);
}

/** Rounds up to nano units and caps at 64 bits; `digits` is not negative. */
function limit(digits: bigint, exponent: number): { digits: bigint; exponent: number } {
  if (digits === 0n) return { digits, exponent: 0 };
  if (exponent > EXPONENT_LIMIT) return { digits: LARGEST, exponent: 0 };
  if (exponent < MIN_EXPONENT) {
    const divisor =
      MIN_EXPONENT - exponent > EXPONENT_LIMIT + String(digits).length ? digits + 1n : power(MIN_EXPONENT - exponent);
    const rounded = digits / divisor + (digits % divisor === 0n ? 0n : 1n);
    return capped(rounded, MIN_EXPONENT);
  }
  return capped(digits, exponent);
}

function capped(digits: bigint, exponent: number): { digits: bigint; exponent: number } {
  const whole = exponent >= 0 ? digits * power(exponent) : digits / power(-exponent);
  return whole >= LARGEST ? { digits: LARGEST, exponent: 0 } : { digits, exponent };
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/**
 * The canonical text: no fraction, the largest suffix that keeps the number whole.
 *
 * @example formatQuantity(parseQuantity("0.5")) // "500m"
 */
export function formatQuantity(quantity: Quantity): string {
  const { digits, exponent } = quantity;
  if (digits === 0n) return "0";
  const whole = wholeUnits(quantity);
  if (quantity.format === "binarySI" && whole !== undefined && (whole >= 1024n || whole <= -1024n)) {
    return formatBinary(whole);
  }
  let mantissa = digits;
  let scale = exponent;
  for (; mantissa % 10n === 0n; scale += 1) mantissa /= 10n;
  for (; scale % 3 !== 0; scale -= 1) mantissa *= 10n;
  if (quantity.format === "decimalExponent") return scale === 0 ? `${mantissa}` : `${mantissa}e${scale}`;
  return `${mantissa}${DECIMAL_BY_EXPONENT.get(scale) ?? `e${scale}`}`;
}

function formatBinary(whole: bigint): string {
  let mantissa = whole;
  let step = 0;
  for (; mantissa % 1024n === 0n && step < BINARY_SUFFIXES.length - 1; step += 1) mantissa /= 1024n;
  return `${mantissa}${BINARY_SUFFIXES[step]}`;
}

/** The amount as an integer, or undefined when it has a fraction. */
function wholeUnits({ digits, exponent }: Quantity): bigint | undefined {
  if (exponent >= 0) return digits * power(exponent);
  const divisor = power(-exponent);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** `formatQuantity(parseQuantity(text))`. */
export const canonicalQuantity = (text: string): string => formatQuantity(parseQuantity(text));

function align(a: Quantity, b: Quantity): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.digits * power(a.exponent - exponent), b.digits * power(b.exponent - exponent), exponent];
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compareQuantity(a: Quantity, b: Quantity): number {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The sum, in the format of `a` (of `b` when `a` is zero). */
export function addQuantity(a: Quantity, b: Quantity): Quantity {
  const [left, right, exponent] = align(a, b);
  return { digits: left + right, exponent, format: a.digits === 0n ? b.format : a.format };
}

/** Whether the amount is a whole number. */
export const isWholeQuantity = (quantity: Quantity): boolean => wholeUnits(quantity) !== undefined;

/** The amount in units, rounded away from zero to a whole number. */
export const quantityValue = (quantity: Quantity): bigint => scaledUp(quantity, 0);

/** The amount in thousandths, rounded away from zero to a whole number. */
export const quantityMilliValue = (quantity: Quantity): bigint => scaledUp(quantity, 3);

function scaledUp({ digits, exponent }: Quantity, scale: number): bigint {
  const shift = exponent + scale;
  if (shift >= 0) return digits * power(shift);
  const divisor = power(-shift);
  const truncated = digits / divisor;
  if (digits % divisor === 0n) return truncated;
  return digits < 0n ? truncated - 1n : truncated + 1n;
}
