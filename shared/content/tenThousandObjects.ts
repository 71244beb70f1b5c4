import type { Manifest } from "../manifests/manifest.ts";
import type { Content } from "./content.ts";

const NAMESPACES = 20;
/** Number of objects of each kind in each namespace. */
const PER_NAMESPACE = { ConfigMap: 400, Secret: 60, ServiceAccount: 39 } as const;
const TEAMS = ["ada", "ben", "cleo", "dan"];

/** Many inert objects, for testing lists, filters and searches under load. */
export const tenThousandObjects: Content = {
  id: "ten-thousand-objects",
  title: { en: "Ten thousand objects", de: "Zehntausend Objekte" },
  summary: {
    en: "Twenty namespaces full of config maps, secrets and service accounts, to see how lists and searches fare.",
    de: "Zwanzig Namespaces voller ConfigMaps, Secrets und ServiceAccounts: So schlagen sich Listen und Suchen.",
  },
  nodes: 0,
  count: NAMESPACES * (1 + Object.values(PER_NAMESPACE).reduce((sum, each) => sum + each, 0)),
  *objects() {
    for (let i = 0; i < NAMESPACES; i++) yield namespaceOf(i);
    for (let i = 0; i < NAMESPACES; i++) yield* objectsIn(namespaceOf(i).metadata.name);
  },
};

const numbered = (word: string, i: number, digits: number): string => `${word}-${String(i + 1).padStart(digits, "0")}`;

const namespaceOf = (i: number): Manifest => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: numbered("load", i, 2), labels: { team: TEAMS[i % TEAMS.length] } },
});

function* objectsIn(namespace: string): Iterable<Manifest> {
  for (const [kind, count] of Object.entries(PER_NAMESPACE)) {
    for (let i = 0; i < count; i++) yield object(kind, namespace, i);
  }
}

function object(kind: string, namespace: string, i: number): Manifest {
  const name = numbered(kind === "ConfigMap" ? "settings" : kind === "Secret" ? "keys" : "worker", i, 3);
  const labels = { tier: i % 3 === 0 ? "front" : "back", part: `part-${i % 10}` };
  const metadata = { name, namespace, labels };
  if (kind === "ConfigMap") return { apiVersion: "v1", kind, metadata, data: { level: String(i), mode: labels.tier } };
  if (kind === "Secret") return { apiVersion: "v1", kind, metadata, stringData: { token: `not-secret-${i}` } };
  return { apiVersion: "v1", kind, metadata };
}
