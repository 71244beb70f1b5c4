/** A resource of one group version, as reported by discovery. */
export interface ResourceType {
  /** Empty for the core group. */
  group: string;
  version: string;
  /** Lower-case plural as in paths. */
  resource: string;
  kind: string;
  singular: string;
  namespaced: boolean;
  verbs: string[];
  shortNames: string[];
  categories: string[];
  subresources: string[];
  /** Whether this is the first version that the server lists for the group. */
  preferred: boolean;
}

/**
 * Stable key of a resource in a version: `apps/v1/deployments`, `core/v1/pods`. Also the last part of its console URL.
 */
export function typeKey(type: Pick<ResourceType, "group" | "version" | "resource">): string {
  return `${type.group === "" ? "core" : type.group}/${type.version}/${type.resource}`;
}

/**
 * The plural of the kind with its capitalisation, derived from the resource's plural name, so that no word list is
 * needed. If the resource is another word, a kind that looks like a plural is left unchanged.
 *
 * @example pluralKind("NetworkPolicy", "networkpolicies") // "NetworkPolicies"
 * @example pluralKind("PodMetrics", "pods") // "PodMetrics"
 */
export function pluralKind(kind: string, resource: string): string {
  const lower = kind.toLowerCase();
  if (resource === lower) return kind;
  for (const stem of [kind, kind.slice(0, -1)]) {
    if (stem !== "" && resource.startsWith(stem.toLowerCase())) return stem + resource.slice(stem.length);
  }
  return kind.endsWith("s") ? kind : resource;
}
