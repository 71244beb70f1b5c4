/** The command line: `:pods team-a,team-b /name -l app=web @cluster`, with the words after the kind in any order. */
import type { ResourceType } from "../api/resourceType.ts";

export interface CommandTarget {
  type: ResourceType;
  /** Separated by commas as in the URL; empty for all. */
  namespaces: string;
  filter: string;
  labels: string;
  /** Id of the cluster; undefined for the current one. */
  cluster: string | undefined;
}

type ClusterName = { id: string; name: string };

/** First words of lines that open another cluster instead of a kind. */
const CLUSTER_WORDS: ReadonlySet<string> = new Set(["ctx", "context", "contexts", "cluster", "clusters"]);

/** A name as one word: spaces can be typed as hyphens. */
const wordOf = (name: string): string => name.toLowerCase().replace(/\s+/g, "-");

/** The clusters that a word may refer to: the one with that name or id, else those whose names start with it. */
function clustersFor<C extends ClusterName>(word: string, clusters: readonly C[]): C[] {
  const wanted = word.toLowerCase();
  const exact = clusters.filter(({ id, name }) => id.toLowerCase() === wanted || wordOf(name) === wanted);
  return exact.length > 0 ? exact : clusters.filter(({ name }) => wordOf(name).startsWith(wanted));
}

/** The clusters that a line such as `ctx prod` suggests; undefined for a line about a kind. */
export function clusterCommand<C extends ClusterName>(line: string, clusters: readonly C[]): C[] | undefined {
  const [first = "", word = ""] = line.trim().split(/\s+/);
  return CLUSTER_WORDS.has(first.toLowerCase()) ? clustersFor(word.replace(/^@/, ""), clusters) : undefined;
}

/** The word of a line that refers to nothing, and what it should refer to; undefined if there is none. */
export function unknownWord(
  line: string,
  context: { types: readonly ResourceType[]; clusters: readonly ClusterName[] },
): { readonly missing: "kind" | "cluster"; readonly word: string } | undefined {
  const [kind = "", ...words] = line.trim().split(/\s+/);
  if (CLUSTER_WORDS.has(kind.toLowerCase())) {
    const word = (words[0] ?? "").replace(/^@/, "");
    return clustersFor(word, context.clusters).length > 0 ? undefined : { missing: "cluster", word };
  }
  if (kind !== "" && kindsFor(kind, context.types).length === 0) return { missing: "kind", word: kind };
  const cluster = words.find((word) => word.startsWith("@"))?.slice(1);
  if (cluster === undefined || clustersFor(cluster, context.clusters).length > 0) return undefined;
  return { missing: "cluster", word: cluster };
}

/** How well a word matches a kind; 0 for no match. */
function rankOf(type: ResourceType, word: string): number {
  const names = [type.resource, type.singular, type.kind.toLowerCase(), ...type.shortNames];
  const withGroup = `${type.resource}.${type.group}`;
  if (names.includes(word) || withGroup === word) return 3;
  if (names.some((name) => name.startsWith(word)) || withGroup.startsWith(word)) return 2;
  return names.some((name) => name.includes(word)) ? 1 : 0;
}

/** The listable kinds that a word may refer to, best match first. */
export function kindsFor(word: string, types: readonly ResourceType[]): ResourceType[] {
  const wanted = word.toLowerCase();
  if (wanted === "") return [];
  return types
    .filter((type) => type.preferred && type.verbs.includes("list"))
    .map((type) => ({ type, rank: rankOf(type, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.type.resource.length - b.type.resource.length)
    .map(({ type }) => type);
}

/**
 * Parses a line without its colon.
 *
 * @param namespaces the current choice, used if the line names none; `all` and `*` mean all namespaces
 * @returns one target per kind that the first word may refer to; empty if it matches no kind, or if the line refers to
 * an unknown cluster
 */
export function readCommand(
  line: string,
  context: { types: readonly ResourceType[]; clusters: readonly ClusterName[]; namespaces: string },
): CommandTarget[] {
  const [kind = "", ...words] = line.trim().split(/\s+/);
  let { namespaces } = context;
  let filter = "";
  let labels = "";
  let cluster: string | undefined;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    if (word === "-l") {
      i += 1;
      labels = words[i] ?? "";
    } else if (word.startsWith("/")) filter = word.slice(1);
    else if (word.startsWith("@")) {
      cluster = clustersFor(word.slice(1), context.clusters)[0]?.id;
      if (cluster === undefined) return [];
    } else if (word.includes("=")) labels = word;
    else namespaces = word === "all" || word === "*" ? "" : word;
  }
  return kindsFor(kind, context.types).map((type) => ({
    type,
    namespaces: type.namespaced ? namespaces : "",
    filter,
    labels,
    cluster,
  }));
}
