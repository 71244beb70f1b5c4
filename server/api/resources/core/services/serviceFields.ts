/** Fields of a service that depend on each other: addresses, families, ports and the type. */

import type { ServiceSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../../shared/collections/deepEqual.ts";

/** Cluster IP of a service that wants none. */
export const HEADLESS = "None";

/** Whether a service of this type has an address inside the cluster. */
export const needsClusterIP = ({ type }: ServiceSpec): boolean => type !== "ExternalName";
/** Whether the service is reached through a port of every node. */
export const needsNodePort = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
/** Whether ports of a service of this type may have node ports. */
export const mayHaveNodePorts = ({ type }: ServiceSpec): boolean => type === "NodePort" || type === "LoadBalancer";
/** Whether traffic reaches the service from outside, so that a policy for it makes sense. */
export const isExternallyAccessible = ({ type, externalIPs }: ServiceSpec): boolean =>
  type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && (externalIPs ?? []).length > 0);
/** Whether load balancers ask nodes, at a port of its own, if they serve the service. */
export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";
/** Whether the service asked for no address. */
export const isHeadless = ({ clusterIP, clusterIPs }: ServiceSpec): boolean =>
  (clusterIPs?.[0] ?? clusterIP) === HEADLESS;

/** `clusterIP` and `clusterIPs[0]` are the same thing; older clients know only the first. */
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
  // Only the singular changed: the plural follows. Where the plural changed as well, the rules tell.
  if (!deepEqual(ips, old.clusterIPs ?? [])) return;
  if (ip === "") delete spec.clusterIPs;
  else spec.clusterIPs = [ip];
}

/**
 * Services that prefer two stacks keep what they have while no write changes it, whatever stacks the cluster has now.
 */
export const keepsPreference = (spec: ServiceSpec, old: ServiceSpec): boolean =>
  spec.type === old.type &&
  needsClusterIP(spec) &&
  spec.ipFamilyPolicy === "PreferDualStack" &&
  old.ipFamilyPolicy === "PreferDualStack" &&
  (["clusterIPs", "ipFamilies"] as const).every((field) => deepEqual(spec[field], old[field]));

/** What the cluster gave a service stays when an update leaves it out. */
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

/** Fields of the old type that the user did not touch go when the new type has no use for them. */
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
  // A load balancer that no longer wants node ports keeps those that it has, until they are taken away.
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
