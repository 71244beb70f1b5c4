/** Fields of a service that depend on each other: addresses, families, ports and type. */

import type { ServiceSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../../shared/collections/deepEqual.ts";

/** Cluster IP of a service that should have no address. */
export const HEADLESS = "None";

/** Whether a service of this type has an address inside the cluster. */
export const needsClusterIP = ({ type }: ServiceSpec): boolean => type !== "ExternalName";
/** Whether the service is reached through a port of every node. */
export const needsNodePort = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
/** Whether ports of a service of this type may have node ports. */
export const mayHaveNodePorts = ({ type }: ServiceSpec): boolean => type === "NodePort" || type === "LoadBalancer";
/** Whether the service has external traffic, so that an external traffic policy applies. */
export const isExternallyAccessible = ({ type, externalIPs }: ServiceSpec): boolean =>
  type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && (externalIPs ?? []).length > 0);
/** Whether the service needs a health check port, at which load balancers ask nodes whether they serve it. */
export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";
/** Whether the service explicitly has no cluster IP. */
export const isHeadless = ({ clusterIP, clusterIPs }: ServiceSpec): boolean =>
  (clusterIPs?.[0] ?? clusterIP) === HEADLESS;

/** Keeps `clusterIP` and `clusterIPs[0]` equal; older clients only know `clusterIP`. */
export function normalizeClusterIPs(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  const ip = spec.clusterIP ?? "";
  const ips = spec.clusterIPs ?? [];
  if (old === undefined) {
    if (ip !== "" && ips.length === 0) spec.clusterIPs = [ip];
    return;
  }
  const before = old.clusterIP ?? "";
  if (ip === before) {
    if (ips.length === 0 && old.clusterIPs) spec.clusterIPs = [...old.clusterIPs];
    return;
  }
  // Only `clusterIP` changed, so `clusterIPs` follows. If both changed, validation reports a mismatch.
  if (!deepEqual(ips, old.clusterIPs ?? [])) return;
  if (ip === "") delete spec.clusterIPs;
  else spec.clusterIPs = [ip];
}

/**
 * Whether an update leaves the addresses of a service that prefers dual stack unchanged. Such a service keeps them,
 * whatever families the cluster has now.
 */
export const keepsPreference = (spec: ServiceSpec, old: ServiceSpec): boolean =>
  spec.type === old.type &&
  needsClusterIP(spec) &&
  spec.ipFamilyPolicy === "PreferDualStack" &&
  old.ipFamilyPolicy === "PreferDualStack" &&
  (["clusterIPs", "ipFamilies"] as const).every((field) => deepEqual(spec[field], old[field]));

/** Restores allocated values that an update leaves out. */
export function keepAllocatedValues(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIP(old) && needsClusterIP(spec)) {
    if ((spec.clusterIP ?? "") === "" && old.clusterIP) spec.clusterIP = old.clusterIP;
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs) spec.clusterIPs = [...old.clusterIPs];
  }
  if (needsNodePort(old) && needsNodePort(spec)) {
    const chosen = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
    const byName = new Map((old.ports ?? []).map(({ name, nodePort }) => [name ?? "", nodePort ?? 0]));
    for (const port of spec.ports ?? []) {
      const before = byName.get(port.name ?? "") ?? 0;
      if ((port.nodePort ?? 0) === 0 && before !== 0 && !chosen.has(before)) port.nodePort = before;
    }
  }
  if (needsHealthCheckPort(old) && needsHealthCheckPort(spec) && (spec.healthCheckNodePort ?? 0) === 0) {
    if (old.healthCheckNodePort) spec.healthCheckNodePort = old.healthCheckNodePort;
  }
}

/** Drops fields of the old type that the user did not change and the new type cannot have. */
export function dropTypeDependentFields(spec: ServiceSpec, old: ServiceSpec): void {
  const untouched = (field: keyof ServiceSpec): boolean => deepEqual(spec[field], old[field]);
  if (needsClusterIP(old) && !needsClusterIP(spec)) {
    if (untouched("clusterIP") && untouched("clusterIPs")) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    for (const field of ["ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"] as const) {
      if (untouched(field)) delete spec[field];
    }
  }
  // A load balancer that no longer allocates node ports keeps its existing ones until the client removes them.
  if (mayHaveNodePorts(old) && !mayHaveNodePorts(spec)) {
    const ports = (list: ServiceSpec["ports"]): unknown => (list ?? []).map(({ nodePort }) => nodePort ?? 0);
    const before = new Set((old.ports ?? []).map(({ nodePort }) => nodePort));
    const added = (spec.ports ?? []).some(({ nodePort }) => nodePort !== undefined && !before.has(nodePort));
    if (deepEqual(ports(spec.ports), ports(old.ports)) || !added) {
      for (const port of spec.ports ?? []) delete port.nodePort;
    }
  }
  if (needsHealthCheckPort(old) && !needsHealthCheckPort(spec) && untouched("healthCheckNodePort")) {
    delete spec.healthCheckNodePort;
  }
  if (old.type === "LoadBalancer" && spec.type !== "LoadBalancer") {
    if (untouched("allocateLoadBalancerNodePorts")) delete spec.allocateLoadBalancerNodePorts;
    if (untouched("loadBalancerClass")) delete spec.loadBalancerClass;
  }
  if (isExternallyAccessible(old) && !isExternallyAccessible(spec) && untouched("externalTrafficPolicy")) {
    delete spec.externalTrafficPolicy;
  }
}
