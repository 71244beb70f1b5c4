/** The clauses of a format, such as `%.2f`, and their replacement. */
import { CelError } from "../diagnostics.ts";

export interface Clause {
  readonly verb: Verb;
  readonly precision?: number;
}

const VERBS = ["s", "d", "f", "e", "b", "o", "x", "X"] as const;
export type Verb = (typeof VERBS)[number];

export interface FormatArguments {
  readonly size: number;
  /** Whether an incomplete format is reported before a missing argument. */
  readonly endFirst: boolean;
  /** @throws CelError when the argument has the wrong type for the clause */
  format(index: number, clause: Clause): string;
}

/** @throws CelError with the message of the reference's library */
export function interpolate(format: string, args: FormatArguments): string {
  let result = "";
  let rest = format;
  let next = 0;
  for (let i = rest.indexOf("%"); i >= 0; i = rest.indexOf("%")) {
    result += rest.slice(0, i);
    rest = rest.slice(i + 1);
    if (rest.startsWith("%")) {
      result += "%";
      rest = rest.slice(1);
      continue;
    }
    if (rest === "" && (args.endFirst || next < args.size)) throw new CelError("unexpected end of string");
    if (next >= args.size) throw new CelError(`index ${next} out of range`);
    const { clause, length } = readClause(rest);
    result += prefixed("error during formatting", () => args.format(next, clause));
    rest = rest.slice(length);
    next += 1;
  }
  return result + rest;
}

function prefixed(prefix: string, made: () => string): string {
  try {
    return made();
  } catch (error) {
    throw error instanceof CelError && error.name === "CelError" ? new CelError(`${prefix}: ${error.message}`) : error;
  }
}

const MOST = 2n ** 63n - 1n;
const MAX_DIGITS = 20;

/** Parses the clause at the beginning of a text, after the percent sign. */
function readClause(text: string): { clause: Clause; length: number } {
  const digits = /^\.(\d*)/.exec(text)?.[1];
  const start = digits === undefined ? 0 : digits.length + 1;
  const fail = (message: string): CelError => new CelError(`could not parse formatting clause: ${message}`);
  if (digits !== undefined) {
    const message = start >= text.length ? "could not find end of precision specifier" : wrongNumber(digits);
    if (message !== undefined) throw fail(`error while parsing precision: ${message}`);
  }
  const verb = VERBS.find((each) => each === text[start]);
  // The reference's library reads a byte here, not a character.
  const [byte = 0] = Buffer.from(String.fromCodePoint(text.codePointAt(start) ?? 0));
  if (verb === undefined) throw fail(`unrecognized formatting clause "${String.fromCharCode(byte)}"`);
  return { clause: digits === undefined ? { verb } : { verb, precision: Number(digits) }, length: start + 1 };
}

function wrongNumber(digits: string): string | undefined {
  const problem = (message: string): string =>
    `error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${message}`;
  if (digits === "") return problem("invalid syntax");
  const significant = digits.replace(/^0+/, "");
  const isTooLarge = significant.length > MAX_DIGITS || BigInt(significant || "0") > MOST;
  return isTooLarge ? problem("value out of range") : undefined;
}

const LETTERS = {
  s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  d: "decimal clause can only be used on integers",
  f: "fixed-point clause can only be used on doubles",
  e: "scientific clause can only be used on doubles",
  b: "only integers and bools can be formatted as binary",
  o: "octal clause can only be used on integers",
  x: "only integers, byte buffers, and strings can be formatted as hex",
  X: "only integers, byte buffers, and strings can be formatted as hex",
} as const satisfies Readonly<Record<Verb, string>>;

/** The error for an argument that a clause does not support. */
export const unfit = (verb: Verb, type: string): CelError => new CelError(`${LETTERS[verb]}, was given ${type}`);
