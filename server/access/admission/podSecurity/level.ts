/** Security levels, least strict first. */
export const LEVELS = ["privileged", "baseline", "restricted"] as const;
export type Level = (typeof LEVELS)[number];

/** The minor version of the rules, or the newest. */
export type Version = number | "latest";

export interface LevelVersion {
  readonly level: Level;
  readonly version: Version;
}

/** `restricted:latest`, `baseline:v1.29`. */
export const levelVersionText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === "latest" ? version : `v1.${version}`}`;

export const sameLevelVersion = (a: LevelVersion, b: LevelVersion): boolean =>
  a.level === b.level && a.version === b.version;

/** Positive when `a` is stricter than `b`. */
export const compareLevels = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b);

/** The level in a label's value, or why it is invalid. */
export function parseLevel(text: string): Level | { readonly problem: string } {
  return LEVELS.find((level) => level === text) ?? { problem: `must be one of ${LEVELS.join(", ")}` };
}

/** The version in a label's value, or why it is invalid. */
export function parseVersion(text: string): Version | { readonly problem: string } {
  if (text === "latest") return "latest";
  const match = /^v1\.(\d|[1-9]\d*)$/.exec(text);
  const minor = Number(match?.[1]);
  return Number.isSafeInteger(minor) ? minor : { problem: 'must be "latest" or "v1.x"' };
}
