/** Extra digits that are computed so that the last wanted digit is right. */
const GUARD = 10;

/**
 * Pi with a number of significant digits, rounded, in the format of big-number libraries: `3.14159`. Uses Machin's
 * formula with integers.
 */
export function piDigits(digits: number): string {
  const scale = 10n ** BigInt(digits + GUARD);
  const pi = 4n * (4n * inverseTangent(5n, scale) - inverseTangent(239n, scale));
  const cut = 10n ** BigInt(GUARD + 1);
  const rounded = ((pi + cut / 2n) / cut).toString();
  return digits <= 1 ? rounded : `${rounded[0]}.${rounded.slice(1)}`;
}

/** The inverse tangent of 1/x, multiplied by a scale. */
function inverseTangent(x: bigint, scale: bigint): bigint {
  let power = scale / x;
  let sum = power;
  for (let n = 3n, sign = -1n; power !== 0n; n += 2n, sign = -sign) {
    power /= x * x;
    sum += (sign * power) / n;
  }
  return sum;
}
