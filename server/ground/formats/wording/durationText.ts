/** Durations in JSON: `1h2m3.5s`. Values are nanoseconds. */
import { DecodeError } from "./decodeError.ts";

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["µs", 1000n],
  ["μs", 1000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);
const SECOND = 1_000_000_000n;

/** Maximum number of digits of an amount that fits into 64 bits. */
const INT64_DIGITS = 19;
/** Further fractional digits are less than a nanosecond in any unit. */
const FINEST_DIGITS = 30;

/**
 * @returns nanoseconds
 * @throws DecodeError `time: invalid duration "x"`, `time: missing unit in duration "x"`, …
 * @example parseDuration("1m30s") // 90_000_000_000n
 */
export function parseDuration(text: string): bigint {
  const invalid = (problem: string): DecodeError =>
    new DecodeError(`time: ${problem} duration ${JSON.stringify(text)}`);
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  let rest = text.slice(sign.length);
  if (rest === "0") return 0n;
  if (rest === "") throw invalid("invalid");
  let total = 0n;
  while (rest !== "") {
    const number = /^(\d*)(?:\.(\d*))?/.exec(rest);
    const [found = "", whole = "", fraction = ""] = number ?? [];
    if (whole === "" && fraction === "") throw invalid("invalid");
    rest = rest.slice(found.length);
    const unitText = /^[^.\d]+/.exec(rest)?.[0];
    if (unitText === undefined) throw invalid("missing unit in");
    const unit = UNITS.get(unitText);
    if (unit === undefined) {
      throw new DecodeError(`time: unknown unit ${JSON.stringify(unitText)} in duration ${JSON.stringify(text)}`);
    }
    rest = rest.slice(unitText.length);
    const units = whole.replace(/^0+/, "");
    if (units.length > INT64_DIGITS) throw invalid("invalid");
    total += BigInt(units) * unit;
    const parts = fraction.slice(0, FINEST_DIGITS);
    if (parts !== "") total += (BigInt(parts) * unit) / 10n ** BigInt(parts.length);
    if (total > 2n ** 63n - 1n) throw invalid("invalid");
  }
  return sign === "-" ? -total : total;
}

/**
 * The reference's shortest exact text: hours, minutes and seconds, or a fraction of a second in the largest suitable
 * unit.
 */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return "0s";
  const sign = nanoseconds < 0n ? "-" : "";
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (amount < SECOND) {
    const [unit, divisor] = amount < 1000n ? ["ns", 1n] : amount < 1_000_000n ? ["µs", 1000n] : ["ms", 1_000_000n];
    return `${sign}${decimal(amount, divisor as bigint)}${unit}`;
  }
  const minutes = amount / (60n * SECOND);
  const seconds = `${decimal(amount % (60n * SECOND), SECOND)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

function decimal(amount: bigint, divisor: bigint): string {
  const fraction = String(amount % divisor)
    .padStart(String(divisor).length - 1, "0")
    .replace(/0+$/, "");
  return divisor === 1n || fraction === "" ? `${amount / divisor}` : `${amount / divisor}.${fraction}`;
}
