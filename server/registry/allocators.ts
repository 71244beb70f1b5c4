import type { ObjectReader } from "../cache/reader.ts";
import { orOptionError } from "../options/optionError.ts";
import type { ServerOptions } from "../options/options.ts";
import type { Allocators } from "./allocator.ts";
import { createIpAllocator } from "./ipAllocator.ts";
import { createPortAllocator } from "./portAllocator.ts";

interface ServiceSpec {
  readonly clusterIPs?: readonly string[];
  readonly clusterIP?: string;
  readonly ports?: readonly { readonly nodePort?: number }[];
  readonly healthCheckNodePort?: number;
}

/**
 * The pools of the cluster, with what the stored services hold already taken.
 * @throws OptionError when a range is none
 */
export function createAllocators(
  options: Pick<ServerOptions, "serviceClusterIpRange" | "serviceNodePortRange">,
  reader: Pick<ObjectReader, "list">,
): Allocators {
  const clusterIPs = orOptionError(
    () => createIpAllocator(options.serviceClusterIpRange),
    "--service-cluster-ip-range",
  );
  const nodePorts = orOptionError(() => createPortAllocator(options.serviceNodePortRange), "--service-node-port-range");
  for (const service of reader.list({ group: "", resource: "services" })) {
    const spec = (service["spec"] ?? {}) as ServiceSpec;
    for (const address of spec.clusterIPs ?? []) if (clusterIPs.contains(address)) clusterIPs.allocate(address);
    for (const { nodePort } of [...(spec.ports ?? []), { nodePort: spec.healthCheckNodePort }]) {
      if (nodePort !== undefined && nodePorts.contains(String(nodePort))) nodePorts.allocate(String(nodePort));
    }
  }
  return { clusterIPs, nodePorts };
}

/** The first usable address of an IPv4 range: the API's own service has it. */
export function firstAddress(cidr: string): string {
  const [base = ""] = cidr.split("/");
  const bytes = base.split(".").map(Number);
  return [...bytes.slice(0, 3), (bytes[3] ?? 0) + 1].join(".");
}
