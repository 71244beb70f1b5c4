const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y;

/** Milliseconds of a duration as Go writes it: `1m30s`, `1.5h`, `0`; undefined for what is none. */
export function goDuration(text: string): number | undefined {
  const sign = text.startsWith("-") ? -1 : 1;
  const rest = text.replace(/^[+-]/, "");
  if (rest === "0") return 0;
  let sum = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < rest.length) {
    const [, number, unit = ""] = PART.exec(rest) ?? [];
    if (number === undefined) return undefined;
    sum += Number(number) * (UNITS[unit] ?? 0);
  }
  return rest === "" ? undefined : sign * sum;
}
