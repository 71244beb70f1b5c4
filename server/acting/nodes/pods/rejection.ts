import { hostPorts, UsedPorts } from "../../scheduler/model/hostPorts.ts";
import type { NodePod } from "./podParts.ts";

/** Why a node does not take a pod that was placed on it: the reason, and the words of its Event. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/** Settings of a kernel that concern one pod only. */
const SAFE_SYSCTLS = new Set([
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ping_group_range",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.tcp_wmem",
]);

/** Judges a pod by what it asks of the kernel, and by those that the node runs already; undefined when the node takes it. */
export function rejectionOf(pod: NodePod, running: readonly NodePod[]): Rejection | undefined {
  const unsafe = (pod.spec.securityContext?.sysctls ?? []).find(({ name }) => !SAFE_SYSCTLS.has(name));
  if (unsafe !== undefined) {
    return { reason: "SysctlForbidden", message: `forbidden sysctl: "${unsafe.name}" not allowlisted` };
  }
  const wanted = hostPorts(pod.spec);
  if (wanted.length === 0) return undefined;
  const used = new UsedPorts();
  for (const { spec } of running) used.add(hostPorts(spec));
  return used.conflictsWith(wanted) ? { reason: "NodePorts", message: "Predicate NodePorts failed" } : undefined;
}
