/** Semantic versions. */
import {
  compareVersions,
  parseSemanticVersion,
  type SemanticVersion,
  semanticVersionOf,
  VersionError,
} from "../../formats/semanticVersion.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { opaqueEquality } from "../values/equality.ts";
import { type CelValue, OpaqueValue } from "../values/values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("Semver");

opaqueEquality.set(TYPE, (a, b) => compareVersions(a as SemanticVersion, b as SemanticVersion) === 0);

/** @throws CelError */
function parse(source: string): SemanticVersion {
  try {
    return parseSemanticVersion(source);
  } catch (error) {
    throw error instanceof VersionError ? new CelError(error.message) : error;
  }
}

const version = (value: CelValue | undefined): SemanticVersion => opaqueData<SemanticVersion>(value, TYPE);
const compared = (a: CelValue | undefined, b: CelValue | undefined): number => compareVersions(version(a), version(b));
/** A part as int: larger numbers wrap around. */
const part = (value: CelValue | undefined, i: 0 | 1 | 2): bigint => BigInt.asIntN(64, version(value).core[i]);

const reading = { cost: traverse };

export const semver: readonly Overload[] = [
  define(`semver(string): ${TYPE}`, ([s]) => new OpaqueValue(TYPE, parse(text(s))), reading),
  define("isSemver(string): bool", ([s]) => semanticVersionOf(text(s)) !== undefined, reading),
  define(`${TYPE}~major(): int`, ([v]) => part(v, 0)),
  define(`${TYPE}~minor(): int`, ([v]) => part(v, 1)),
  define(`${TYPE}~patch(): int`, ([v]) => part(v, 2)),
  define(`${TYPE}~isLessThan(${TYPE}): bool`, ([a, b]) => compared(a, b) < 0),
  define(`${TYPE}~isGreaterThan(${TYPE}): bool`, ([a, b]) => compared(a, b) > 0),
  define(`${TYPE}~compareTo(${TYPE}): int`, ([a, b]) => BigInt(compared(a, b))),
];
