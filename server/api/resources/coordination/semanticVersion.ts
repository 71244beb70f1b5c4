/** A version as semver.org has it, split for comparison. */
export interface SemanticVersion {
  readonly core: readonly [number, number, number];
  /** Identifiers of the pre-release; none for a release. */
  readonly pre: readonly string[];
}

const NUMBER = "(?:0|[1-9]\\d*)";
const IDENTIFIER = "[0-9A-Za-z-]+";
const FORM = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${IDENTIFIER}(?:\\.${IDENTIFIER})*)?$`,
);
const NUMERIC = /^\d+$/;

/** Undefined when the text is no version. What follows a plus sign does not count. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const [whole, major, minor, patch, pre = ""] = FORM.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const identifiers = pre === "" ? [] : pre.split(".");
  // Numbers have no leading zeros.
  if (identifiers.some((identifier) => NUMERIC.test(identifier) && /^0\d/.test(identifier))) return undefined;
  return { core: [Number(major), Number(minor), Number(patch)], pre: identifiers };
}

/** Negative when `a` comes before `b`: a pre-release before its release, numbers before words. */
export function compareVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const i of [0, 1, 2] as const) if (a.core[i] !== b.core[i]) return a.core[i] - b.core[i];
  if (a.pre.length === 0 || b.pre.length === 0) return Number(a.pre.length === 0) - Number(b.pre.length === 0);
  for (const [i, left] of a.pre.entries()) {
    const right = b.pre[i];
    if (right === undefined) return 1;
    if (left !== right) return compareIdentifiers(left, right);
  }
  return a.pre.length - b.pre.length;
}

function compareIdentifiers(a: string, b: string): number {
  if (NUMERIC.test(a) && NUMERIC.test(b)) return Number(a) - Number(b);
  if (NUMERIC.test(a) !== NUMERIC.test(b)) return NUMERIC.test(a) ? -1 : 1;
  return a < b ? -1 : 1;
}
