import { fullName } from "../pods/images.ts";

/** Users of the official images that do not start as root, by their name or number. */
const OTHERS: Readonly<Record<string, string | number>> = {
  elasticsearch: 1000,
  haproxy: "haproxy",
  kong: "kong",
  logstash: 1000,
  memcached: "memcache",
  solr: 8983,
  sonarqube: "sonarqube",
};

/** As whom an official image starts: root, where nothing else is known. @returns undefined for other images */
export function imageUser(image: string): string | number | undefined {
  const [, name] = /^docker\.io\/library\/([^:@/]+)/.exec(fullName(image)) ?? [];
  if (name === undefined) return undefined;
  return Object.hasOwn(OTHERS, name) ? OTHERS[name] : 0;
}
