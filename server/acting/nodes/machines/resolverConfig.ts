import type { NodePod } from "../pods/podParts.ts";

/** The limits of a resolver: name servers, search paths, and the length of the search line. */
const MAX_SERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;

/** A pod's DNS configuration. */
export interface ResolverConfig {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
  /** What was left out because it exceeds a resolver's limits, in the kubelet's words. */
  readonly problems: readonly string[];
}

/**
 * The DNS configuration of a pod: the cluster's name server (unless the pod's policy uses the node's own or none) plus
 * what the pod adds.
 */
export function resolverOf({ metadata, spec }: NodePod, nameServer: string): ResolverConfig {
  const { dnsPolicy = "ClusterFirst", dnsConfig, hostNetwork = false } = spec;
  const asksCluster = dnsPolicy === "ClusterFirstWithHostNet" || (dnsPolicy === "ClusterFirst" && !hostNetwork);
  const zones = [`${metadata.namespace}.svc.cluster.local`, "svc.cluster.local", "cluster.local"];
  const allServers = unique([...(asksCluster ? [nameServer] : []), ...(dnsConfig?.nameservers ?? [])]);
  const allSearches = unique([...(asksCluster ? zones : []), ...(dnsConfig?.searches ?? [])]);
  const given = (dnsConfig?.options ?? []).map(({ name, value }) => (value ? `${name}:${value}` : `${name}`));
  const options = [...(asksCluster && !given.some((each) => each.startsWith("ndots")) ? ["ndots:5"] : []), ...given];
  const servers = allServers.slice(0, MAX_SERVERS);
  const searches = fitting(allSearches.slice(0, MAX_SEARCHES));
  return {
    servers,
    searches,
    options,
    problems: [
      ...(searches.length === allSearches.length ? [] : [`Search Line ${left("search paths", "search", searches)}`]),
      ...(servers.length === allServers.length ? [] : [`Nameserver ${left("nameservers", "nameserver", servers)}`]),
    ],
  };
}

/** `/etc/resolv.conf` */
export const resolverFile = ({ servers, searches, options }: ResolverConfig): string =>
  [
    ...servers.map((server) => `nameserver ${server}\n`),
    ...(searches.length === 0 ? [] : [`search ${searches.join(" ")}\n`]),
    ...(options.length === 0 ? [] : [`options ${options.join(" ")}\n`]),
  ].join("");

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The first paths, as many as fit in a line. */
function fitting(paths: readonly string[]): readonly string[] {
  let length = -1;
  const end = paths.findIndex((path) => {
    length += path.length + 1;
    return length > MAX_SEARCH_LENGTH;
  });
  return end < 0 ? paths : paths.slice(0, end);
}

const left = (what: string, line: string, applied: readonly string[]): string =>
  `limits were exceeded, some ${what} have been omitted, the applied ${line} line is: ${applied.join(" ")}`;
