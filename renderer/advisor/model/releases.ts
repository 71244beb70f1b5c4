import { compareReleases, parseRelease, type Release } from "../../../shared/advice/release.ts";
import { DEFAULT_TARGET, NEWEST_RELEASE } from "../../../shared/advice/verdict.ts";

/** Minor version of the first release that removes a version in the table. */
const OLDEST_MINOR = 16;

/** The releases to choose from, the newest first. */
export const askableReleases = (): Release[] => {
  const newest = Number(NEWEST_RELEASE.split(".")[1]);
  return Array.from({ length: newest - OLDEST_MINOR + 1 }, (_, i) => `1.${newest - i}`);
};

/** The release of a server. @param version `v1.31.4+k3s1`; undefined while it is unknown, as is then the release */
export function releaseOf(version: string | undefined): Release | undefined {
  const own = /^v?(\d{1,4}\.\d{1,4})(?:\D|$)/.exec(version ?? "")?.[1];
  return own === undefined ? undefined : parseRelease(own);
}

/** The release after another one: a control plane is upgraded by one minor version at a time. */
const nextOf = (release: Release): Release => `1.${Number(release.split(".")[1]) + 1}`;

/**
 * The initial target release: the one in the address, else the release after the server's own, because the question of
 * the page is what an upgrade would break.
 *
 * @param asked release in the address; may be any text
 * @param server the server's version
 */
export function targetOf(asked: string, server: string | undefined): Release {
  const own = releaseOf(server);
  for (const release of [parseRelease(asked), own === undefined ? undefined : nextOf(own)]) {
    if (release === undefined || compareReleases(release, `1.${OLDEST_MINOR}`) < 0) continue;
    return compareReleases(release, NEWEST_RELEASE) > 0 ? NEWEST_RELEASE : release;
  }
  return DEFAULT_TARGET;
}
