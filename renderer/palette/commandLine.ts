/** The command line: `:pods team-a,team-b /name -l app=web @cluster`, words in any order after the kind. */
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

/** How well a word matches a kind; 0 for no match. */
function rankOf(type: ResourceType, word: string): number {
  const names = [type.resource, type.singular, type.kind.toLowerCase(), ...type.shortNames];
  const withGroup = `${type.resource}.${type.group}`;
  if (names.includes(word) || withGroup === word) return 3;
  if (names.some((name) => name.startsWith(word)) || withGroup.startsWith(word)) return 2;
  return names.some((name) => name.includes(word)) ? 1 : 0;
}

/** The listable kinds that a word may mean, best first. */
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
 * Reads a line without its colon.
 *
 * @param namespaces the current choice, kept when the line names none; `all` and `*` name all of them
 * @returns one target per kind that the first word may mean; none when it matches no kind
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
      const name = word.slice(1).toLowerCase();
      cluster = context.clusters.find((each) => each.id.toLowerCase() === name || each.name.toLowerCase() === name)?.id;
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
