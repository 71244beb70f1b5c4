/** What discovery says about one resource of one group version. */
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
  /** Whether this is the version that the server lists first for the group. */
  preferred: boolean;
}

/** Stable key of a resource in a version: `apps/v1/deployments`, `core/v1/pods`. Also the tail of its console URL. */
export function typeKey(type: Pick<ResourceType, "group" | "version" | "resource">): string {
  return `${type.group === "" ? "core" : type.group}/${type.version}/${type.resource}`;
}

/**
 * The plural of the kind in its usual spelling, derived from the resource's own plural, so that no word list is needed. A
 * kind that looks like a plural stays as it is where its resource is another word.
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
