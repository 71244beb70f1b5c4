import { compareReleases, parseRelease, type Release } from "../../../shared/advice/release.ts";
import { DEFAULT_TARGET, NEWEST_RELEASE } from "../../../shared/advice/verdict.ts";

/** Minor version of the first release that removes a version in the table. */
const OLDEST_MINOR = 16;

/** The releases to choose from, the newest first. */
export const askableReleases = (): Release[] => {
  const newest = Number(NEWEST_RELEASE.split(".")[1]);
  return Array.from({ length: newest - OLDEST_MINOR + 1 }, (_, i) => `1.${newest - i}`);
};

/**
 * The initial target release: the one in the address, else the server's own.
 *
 * @param asked release in the address; may be any text
 * @param server the server's version, `v1.31.4+k3s1`; undefined while it is unknown
 */
export function targetOf(asked: string, server: string | undefined): Release {
  const own = /^v?(\d{1,4}\.\d{1,4})(?:\D|$)/.exec(server ?? "")?.[1];
  for (const release of [parseRelease(asked), own === undefined ? undefined : parseRelease(own)]) {
    if (release === undefined || compareReleases(release, `1.${OLDEST_MINOR}`) < 0) continue;
    return compareReleases(release, NEWEST_RELEASE) > 0 ? NEWEST_RELEASE : release;
  }
  return DEFAULT_TARGET;
}
