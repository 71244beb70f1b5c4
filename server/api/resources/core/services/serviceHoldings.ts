/** The items that a service holds from the pools of the cluster. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { HEADLESS, needsClusterIP, needsHealthCheckPort } from "./serviceFields.ts";

/** Cluster IPs that a spec holds. */
export const addressesOf = (spec: ServiceSpec | undefined): string[] =>
  spec === undefined || !needsClusterIP(spec)
    ? []
    : (spec.clusterIPs ?? []).filter((ip) => ip !== HEADLESS && ip !== "");

/** Node ports that a spec holds, as decimal text; two protocols may share one number. */
export function nodePortsOf(spec: ServiceSpec | undefined): string[] {
  if (spec === undefined || spec.type === "ExternalName") return [];
  const ports = (spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0);
  if (needsHealthCheckPort(spec)) ports.push(spec.healthCheckNodePort ?? 0);
  return [...new Set(ports.filter((port) => port !== 0).map(String))];
}
