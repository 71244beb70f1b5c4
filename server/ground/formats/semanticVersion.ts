/** Versions according to semver.org: three numbers, pre-release identifiers, and build metadata. */
import { quoted } from "../../../shared/text/quoted.ts";

/** A version, split for comparison. Build metadata is ignored. */
export interface SemanticVersion {
  readonly core: readonly [major: bigint, minor: bigint, patch: bigint];
  /** Identifiers of the pre-release, numbers as bigint; none for a release. */
  readonly pre: readonly (string | bigint)[];
}

/** Why a text is not a version, with the message of the reference's parser. */
export class VersionError extends Error {}

const LIMIT = 2n ** 64n;
const DIGITS = /^[0-9]+$/;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

/** @throws VersionError */
export function parseSemanticVersion(source: string): SemanticVersion {
  if (source === "") throw new VersionError("Version string empty");
  const [major, minor, rest] = splitThree(source);
  if (major === undefined || minor === undefined || rest === undefined) {
    throw new VersionError("No Major.Minor.Patch elements found");
  }
  const [beforeBuild, build] = cut(rest, "+");
  const [patch, prerelease] = cut(beforeBuild, "-");
  const core = [numberOf(major, "Major"), numberOf(minor, "Minor"), numberOf(patch, "Patch")] as const;
  const pre = prerelease === undefined ? [] : prerelease.split(".").map(identifierOf);
  for (const part of build?.split(".") ?? []) {
    if (part === "") throw new VersionError("Build meta data is empty");
    if (!IDENTIFIER.test(part)) throw new VersionError(`Invalid character(s) found in build meta data ${quoted(part)}`);
  }
  return { core, pre };
}

/** The same without a reason; undefined when the text is not a version. */
export function semanticVersionOf(source: string): SemanticVersion | undefined {
  try {
    return parseSemanticVersion(source);
  } catch (error) {
    if (error instanceof VersionError) return undefined;
    throw error;
  }
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
    throw new VersionError(`Invalid character(s) found in ${which.toLowerCase()} number ${quoted(digits)}`);
  }
  if (digits.length > 1 && digits.startsWith("0")) {
    throw new VersionError(`${which} number must not contain leading zeroes ${quoted(digits)}`);
  }
  return unsigned(digits);
}

function unsigned(digits: string): bigint {
  if (digits === "") throw new VersionError(`strconv.ParseUint: parsing "": invalid syntax`);
  // Longer digits are not parsed at all: parsing takes more than linear time.
  const value = digits.length > 20 ? LIMIT : BigInt(digits);
  if (value >= LIMIT) throw new VersionError(`strconv.ParseUint: parsing ${quoted(digits)}: value out of range`);
  return value;
}

function identifierOf(part: string): string | bigint {
  if (part === "") throw new VersionError("Prerelease is empty");
  if (!IDENTIFIER.test(part)) throw new VersionError(`Invalid character(s) found in prerelease ${quoted(part)}`);
  if (!DIGITS.test(part)) return part;
  if (part.length > 1 && part.startsWith("0")) {
    throw new VersionError(`Numeric PreRelease version must not contain leading zeroes ${quoted(part)}`);
  }
  return unsigned(part);
}

/** By precedence, -1, 0 or 1: a pre-release comes before its release, numbers before words. */
export function compareVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const i of [0, 1, 2] as const) {
    const found = order(a.core[i], b.core[i]);
    if (found !== 0) return found;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (let i = 0; i < Math.min(a.pre.length, b.pre.length); i++) {
    const found = compareIdentifiers(a.pre[i] ?? "", b.pre[i] ?? "");
    if (found !== 0) return found;
  }
  return Math.sign(a.pre.length - b.pre.length);
}

function compareIdentifiers(a: string | bigint, b: string | bigint): number {
  if (typeof a === typeof b) return order(a, b);
  return typeof a === "bigint" ? -1 : 1;
}

const order = <T extends string | bigint>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);
