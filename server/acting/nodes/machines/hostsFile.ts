import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { NodePod } from "../pods/podParts.ts";
import { hostsOfNode } from "../shell/files/nodeFiles.ts";

export interface HostsParts {
  /** The pod's addresses. */
  readonly addresses: readonly string[];
  readonly hostname: string;
  readonly node: string;
  readonly vocabulary: Vocabulary;
}

/** Entries that every pod has. */
const LOCAL = [
  "127.0.0.1\tlocalhost",
  "::1\tlocalhost ip6-localhost ip6-loopback",
  "fe00::0\tip6-localnet",
  "fe00::0\tip6-mcastprefix",
  "fe00::1\tip6-allnodes",
  "fe00::2\tip6-allrouters",
];

/**
 * The `/etc/hosts` that a node's agent writes for a pod: with the pod's own names, or with the node's when the pod is
 * on the host network.
 */
export function hostsFile({ spec, metadata }: NodePod, { addresses, hostname, node, vocabulary }: HostsParts): string {
  const header = vocabulary.render("# {Product}-managed hosts file");
  const aliases = (spec.hostAliases ?? []).map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join("\t")}\n`);
  const added = aliases.length === 0 ? "" : `\n# Entries added by HostAliases.\n${aliases.join("")}`;
  if (spec.hostNetwork === true) return `${header} (host network).\n${hostsOfNode(node)}${added}`;
  const domain =
    spec.subdomain === undefined ? "" : `${hostname}.${spec.subdomain}.${metadata.namespace}.svc.cluster.local\t`;
  const own = addresses.map((address) => `${address}\t${domain}${hostname}`);
  return `${[`${header}.`, ...LOCAL, ...own].join("\n")}\n${added}`;
}
