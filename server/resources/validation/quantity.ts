/** Exact arithmetic on resource quantities: `500m`, `1.5Gi`, `2e3`. */
import { child, type FieldError, invalid } from "../../../shared/fieldError.ts";

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:([eE][+-]?\d+)|(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei))?$/;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
/** All values are counted in these, which the format cannot undercut. */
const NANO = 1_000_000_000n;

/**
 * A quantity in billionths, rounded away from zero as the reference does.
 * @returns undefined when the text is no quantity
 */
export function parseQuantity(text: string | number): bigint | undefined {
  const match = FORM.exec(String(text));
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponentText, suffix = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const exponent = exponentText === undefined ? (DECIMAL[suffix] ?? 0) : Number(exponentText.slice(1));
  if (Math.abs(exponent) > 100) return undefined;
  const factor = BINARY[suffix] === undefined ? 1n : 2n ** BINARY[suffix];
  const shift = exponent + 9 - fraction.length;
  const scaled = digits * factor;
  const value = shift >= 0 ? scaled * 10n ** BigInt(shift) : ceilDivide(scaled, 10n ** BigInt(-shift));
  return sign === "-" ? -value : value;
}

const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** -1, 0 or 1; text that is no quantity counts as zero (it was refused when it was decoded). */
export function compareQuantities(a: string | number, b: string | number): number {
  const left = parseQuantity(a) ?? 0n;
  const right = parseQuantity(b) ?? 0n;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether the quantity is a whole number. */
export const isWhole = (text: string | number): boolean => (parseQuantity(text) ?? 0n) % NANO === 0n;

/** Whole units, rounded up. */
export const wholeUnits = (text: string | number): bigint => ceilDivide(parseQuantity(text) ?? 0n, NANO);

/** Must be zero or more. */
export const validateNonNegativeQuantity = (value: string | number, path: string): FieldError[] =>
  compareQuantities(value, "0") < 0 ? [invalid(path, String(value), "must be greater than or equal to 0")] : [];

/** Resources that only come in whole numbers: all but cpu and what has bytes. */
export function isIntegerResource(name: string): boolean {
  if (name === "cpu" || name === "memory" || name === "storage" || name === "ephemeral-storage") return false;
  return !/^(requests|limits)\.(cpu|memory|storage|ephemeral-storage)$/.test(name) && !name.startsWith("hugepages-");
}

/** Value of one entry of a resource list: not negative, and whole where the resource is counted. */
export function validateResourceQuantity(name: string, value: string | number, path: string): FieldError[] {
  const errors = validateNonNegativeQuantity(value, path);
  if (isIntegerResource(name) && !isWhole(value)) errors.push(invalid(path, String(value), "must be an integer"));
  return errors;
}

/** Path of a map entry: `spec.hard[cpu]`. */
export const entryPath = (path: string, map: string, name: string): string => `${child(path, map)}[${name}]`;
