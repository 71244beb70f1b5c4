/** Semantic versions: three numbers, what precedes a release, and what tells builds apart. */
import { quoted } from "../../../../shared/quoted.ts";
import { CelError } from "../diagnostics.ts";
import { opaqueEquality } from "../equality.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { type CelValue, OpaqueValue } from "../values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("Semver");

/** A version; builds do not matter to its precedence. */
interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** Numbers are bigint. */
  readonly prerelease: readonly (string | bigint)[];
}

const LIMIT = 2n ** 64n;
const DIGITS = /^[0-9]+$/;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

/** @throws CelError */
function parseVersion(source: string): Version {
  if (source === "") throw new CelError("Version string empty");
  const [major, minor, rest] = splitThree(source);
  if (major === undefined || minor === undefined || rest === undefined) {
    throw new CelError("No Major.Minor.Patch elements found");
  }
  const [beforeBuild, build] = cut(rest, "+");
  const [patch, prerelease] = cut(beforeBuild, "-");
  const numbers = [numberOf(major, "Major"), numberOf(minor, "Minor"), numberOf(patch, "Patch")] as const;
  const before = prerelease === undefined ? [] : prerelease.split(".").map(prereleaseOf);
  for (const part of build?.split(".") ?? []) {
    if (part === "") throw new CelError("Build meta data is empty");
    if (!IDENTIFIER.test(part)) throw new CelError(`Invalid character(s) found in build meta data ${quoted(part)}`);
  }
  return { numbers, prerelease: before };
}

function splitThree(source: string): (string | undefined)[] {
  const [major = "", rest] = cut(source, ".");
  return [major, ...(rest === undefined ? [] : cut(rest, "."))];
}

function cut(source: string, separator: string): [before: string, after: string | undefined] {
  const at = source.indexOf(separator);
  return at < 0 ? [source, undefined] : [source.slice(0, at), source.slice(at + 1)];
}

function numberOf(digits: string, which: string): bigint {
  if (digits !== "" && !DIGITS.test(digits)) {
    throw new CelError(`Invalid character(s) found in ${which.toLowerCase()} number ${quoted(digits)}`);
  }
  if (digits.length > 1 && digits.startsWith("0")) {
    throw new CelError(`${which} number must not contain leading zeroes ${quoted(digits)}`);
  }
  return unsigned(digits);
}

function unsigned(digits: string): bigint {
  if (digits === "") throw new CelError(`strconv.ParseUint: parsing "": invalid syntax`);
  // Longer digits are not read at all: reading takes more than linear time.
  const value = digits.length > 20 ? LIMIT : BigInt(digits);
  if (value >= LIMIT) throw new CelError(`strconv.ParseUint: parsing ${quoted(digits)}: value out of range`);
  return value;
}

function prereleaseOf(part: string): string | bigint {
  if (part === "") throw new CelError("Prerelease is empty");
  if (!IDENTIFIER.test(part)) throw new CelError(`Invalid character(s) found in prerelease ${quoted(part)}`);
  if (!DIGITS.test(part)) return part;
  if (part.length > 1 && part.startsWith("0")) {
    throw new CelError(`Numeric PreRelease version must not contain leading zeroes ${quoted(part)}`);
  }
  return unsigned(part);
}

const order = <T extends string | bigint>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

/** By precedence: -1, 0 or 1. A release comes after everything that precedes it. */
function compareVersions(a: Version, b: Version): number {
  for (const i of [0, 1, 2] as const) {
    const found = order(a.numbers[i], b.numbers[i]);
    if (found !== 0) return found;
  }
  const [left, right] = [a.prerelease, b.prerelease];
  if (left.length === 0 || right.length === 0) return Math.sign(right.length - left.length);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const found = comparePrereleases(left[i] ?? "", right[i] ?? "");
    if (found !== 0) return found;
  }
  return Math.sign(left.length - right.length);
}

/** Numbers come before words. */
function comparePrereleases(a: string | bigint, b: string | bigint): number {
  if (typeof a === typeof b) return order(a, b);
  return typeof a === "bigint" ? -1 : 1;
}

opaqueEquality.set(TYPE, (a, b) => compareVersions(a as Version, b as Version) === 0);

function isVersion(source: string): boolean {
  try {
    parseVersion(source);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const version = (value: CelValue | undefined): Version => opaqueData<Version>(value, TYPE);
const compared = (a: CelValue | undefined, b: CelValue | undefined): number => compareVersions(version(a), version(b));
/** A number as int: those beyond it wrap around. */
const part = (value: CelValue | undefined, i: 0 | 1 | 2): bigint => BigInt.asIntN(64, version(value).numbers[i]);

/** Reading is charged when evaluating only: an estimate that leaves it out admits more. */
const reading = { cost: traverse, estimate: () => 1 };

export const semver: readonly Overload[] = [
  define(`semver(string): ${TYPE}`, ([s]) => new OpaqueValue(TYPE, parseVersion(text(s))), reading),
  define("isSemver(string): bool", ([s]) => isVersion(text(s)), reading),
  define(`${TYPE}~major(): int`, ([v]) => part(v, 0)),
  define(`${TYPE}~minor(): int`, ([v]) => part(v, 1)),
  define(`${TYPE}~patch(): int`, ([v]) => part(v, 2)),
  define(`${TYPE}~isLessThan(${TYPE}): bool`, ([a, b]) => compared(a, b) < 0),
  define(`${TYPE}~isGreaterThan(${TYPE}): bool`, ([a, b]) => compared(a, b) > 0),
  define(`${TYPE}~compareTo(${TYPE}): int`, ([a, b]) => BigInt(compared(a, b))),
];
