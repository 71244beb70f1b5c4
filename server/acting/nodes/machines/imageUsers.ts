import { fullName } from "../pods/images/images.ts";

/** Users of official images that do not start as root, as a name or a number. */
const OTHERS: Readonly<Record<string, string | number>> = {
  elasticsearch: 1000,
  haproxy: "haproxy",
  kong: "kong",
  logstash: 1000,
  memcached: "memcache",
  solr: 8983,
  sonarqube: "sonarqube",
};
/** Users of the images of the reference's own tests. */
const TESTED: Readonly<Record<string, number>> = { nonroot: 1234 };
const TEST_IMAGE = /\/e2e-test-images\/([^:@/]+)/;

/** The user as which a known image starts; root unless another is known. @returns undefined for other images */
export function imageUser(image: string): string | number | undefined {
  const [, tested] = TEST_IMAGE.exec(image) ?? [];
  if (tested !== undefined) return TESTED[tested] ?? 0;
  const [, name] = /^docker\.io\/library\/([^:@/]+)/.exec(fullName(image)) ?? [];
  if (name === undefined) return undefined;
  return Object.hasOwn(OTHERS, name) ? OTHERS[name] : 0;
}

/** What an image's files define for a user. */
export interface ImageUser {
  readonly group: number;
  /** Supplementary groups of the user. */
  readonly more: readonly number[];
}

/** The groups of a user in an image; undefined for a user that the image does not define. */
export function imageGroups(image: string, user: number): ImageUser | undefined {
  // The reference's test image defines a user for the tests of supplementary groups.
  return user === 1000 && TEST_IMAGE.exec(image)?.[1] === "agnhost" ? { group: 1000, more: [50_000] } : undefined;
}
