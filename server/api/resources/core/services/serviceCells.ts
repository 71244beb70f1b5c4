import type { Service, ServicePort } from "kubernetes-types/core/v1";
import { NONE, UNKNOWN } from "../../../registry/columns/cells.ts";

/** `80/TCP`, or `80:30080/TCP` with a node port; comma separated. */
export function portsText(ports: readonly ServicePort[] | undefined | null): string {
  const texts = (ports ?? []).map(({ port, nodePort, protocol = "TCP" }) =>
    nodePort !== undefined && nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return texts.length === 0 ? NONE : texts.join(",");
}

/** The external addresses of the service. A load balancer without an address is pending. */
export function externalText({ spec, status }: Pick<Service, "spec" | "status">): string {
  const own = spec?.externalIPs ?? [];
  switch (spec?.type) {
    case "ClusterIP":
    case "NodePort":
      return own.length > 0 ? own.join(",") : NONE;
    case "LoadBalancer": {
      const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || "");
      const balanced = [...new Set(ingress.filter((text) => text !== ""))].sort();
      const all = [...balanced, ...own];
      return all.length > 0 ? all.join(",") : "<pending>";
    }
    case "ExternalName":
      return spec.externalName ?? "";
    default:
      return UNKNOWN;
  }
}
