import type { Check, CheckPod } from "../check.ts";

/** Kernel parameters without effect outside their pod, by the version since which they are allowed. */
const SAFE: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      "kernel.shm_rmid_forced",
      "net.ipv4.ip_local_port_range",
      "net.ipv4.tcp_syncookies",
      "net.ipv4.ping_group_range",
      "net.ipv4.ip_unprivileged_port_start",
    ],
  ],
  [27, ["net.ipv4.ip_local_reserved_ports"]],
  [
    29,
    [
      "net.ipv4.tcp_keepalive_time",
      "net.ipv4.tcp_fin_timeout",
      "net.ipv4.tcp_keepalive_intvl",
      "net.ipv4.tcp_keepalive_probes",
    ],
  ],
  [32, ["net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"]],
];

function checkFor(version: number): CheckPod {
  const allowed = new Set(SAFE.flatMap(([since, names]) => (since <= version ? names : [])));
  return ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? []).map(({ name }) => name).filter((name) => !allowed.has(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}

/** Pods may not change kernel parameters that affect other pods. */
export const sysctls: Check = {
  id: "sysctls",
  level: "baseline",
  versions: SAFE.map(([since]) => ({ since, check: checkFor(since) })),
};
