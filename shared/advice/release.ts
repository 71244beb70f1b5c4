/** A release as major and minor version: `1.32`. */
export type Release = string;

const RELEASE = /^v?(\d{1,4})\.(\d{1,4})$/;

/** Returns `1.32` for `1.32` or `v1.32`; undefined for anything else. */
export function parseRelease(text: string): Release | undefined {
  const match = RELEASE.exec(text);
  return match === null ? undefined : `${Number(match[1])}.${Number(match[2])}`;
}

/**
 * Negative when `a` is older than `b`, 0 when they are equal.
 * @example compareReleases("1.9", "1.16") < 0
 */
export function compareReleases(a: Release, b: Release): number {
  const [majorA = 0, minorA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0] = b.split(".").map(Number);
  return majorA - majorB || minorA - minorB;
}
