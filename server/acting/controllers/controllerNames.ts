/**
 * Names of the reference's controllers, as accepted by `--controllers`. Names of controllers that this server does not
 * have are accepted, too, so that a command line for the reference still works.
 */
export const REFERENCE_CONTROLLERS: readonly string[] = [
  "bootstrap-signer-controller",
  "certificatesigningrequest-approving-controller",
  "certificatesigningrequest-cleaner-controller",
  "certificatesigningrequest-signing-controller",
  "cloud-node-lifecycle-controller",
  "clusterrole-aggregation-controller",
  "cronjob-controller",
  "daemonset-controller",
  "deployment-controller",
  "disruption-controller",
  "endpoints-controller",
  "endpointslice-controller",
  "endpointslice-mirroring-controller",
  "ephemeral-volume-controller",
  "garbage-collector-controller",
  "horizontal-pod-autoscaler-controller",
  "job-controller",
  "legacy-serviceaccount-token-cleaner-controller",
  "namespace-controller",
  "node-ipam-controller",
  "node-lifecycle-controller",
  "node-route-controller",
  "persistentvolume-attach-detach-controller",
  "persistentvolume-binder-controller",
  "persistentvolume-expander-controller",
  "persistentvolume-protection-controller",
  "persistentvolumeclaim-protection-controller",
  "pod-garbage-collector-controller",
  "replicaset-controller",
  "replicationcontroller-controller",
  "resourceclaim-controller",
  "resourcequota-controller",
  "root-ca-certificate-publisher-controller",
  "selinux-warning-controller",
  "service-cidr-controller",
  "service-lb-controller",
  "serviceaccount-controller",
  "serviceaccount-token-controller",
  "statefulset-controller",
  "storage-version-migrator-controller",
  "storageversion-garbage-collector-controller",
  "taint-eviction-controller",
  "token-cleaner-controller",
  "ttl-after-finished-controller",
  "ttl-controller",
  "validatingadmissionpolicy-status-controller",
  "volumeattributesclass-protection-controller",
];

/** Short names that the reference still accepts, from before its controllers were named consistently. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["attachdetach", "persistentvolume-attach-detach-controller"],
  ["bootstrapsigner", "bootstrap-signer-controller"],
  ["cloud-node-lifecycle", "cloud-node-lifecycle-controller"],
  ["clusterrole-aggregation", "clusterrole-aggregation-controller"],
  ["cronjob", "cronjob-controller"],
  ["csrapproving", "certificatesigningrequest-approving-controller"],
  ["csrcleaner", "certificatesigningrequest-cleaner-controller"],
  ["csrsigning", "certificatesigningrequest-signing-controller"],
  ["daemonset", "daemonset-controller"],
  ["deployment", "deployment-controller"],
  ["disruption", "disruption-controller"],
  ["endpoint", "endpoints-controller"],
  ["endpointslice", "endpointslice-controller"],
  ["endpointslicemirroring", "endpointslice-mirroring-controller"],
  ["ephemeral-volume", "ephemeral-volume-controller"],
  ["garbagecollector", "garbage-collector-controller"],
  ["horizontalpodautoscaling", "horizontal-pod-autoscaler-controller"],
  ["job", "job-controller"],
  ["legacy-service-account-token-cleaner", "legacy-serviceaccount-token-cleaner-controller"],
  ["namespace", "namespace-controller"],
  ["nodeipam", "node-ipam-controller"],
  ["nodelifecycle", "node-lifecycle-controller"],
  ["persistentvolume-binder", "persistentvolume-binder-controller"],
  ["persistentvolume-expander", "persistentvolume-expander-controller"],
  ["podgc", "pod-garbage-collector-controller"],
  ["pv-protection", "persistentvolume-protection-controller"],
  ["pvc-protection", "persistentvolumeclaim-protection-controller"],
  ["replicaset", "replicaset-controller"],
  ["replicationcontroller", "replicationcontroller-controller"],
  ["resourcequota", "resourcequota-controller"],
  ["root-ca-cert-publisher", "root-ca-certificate-publisher-controller"],
  ["route", "node-route-controller"],
  ["service", "service-lb-controller"],
  ["serviceaccount", "serviceaccount-controller"],
  ["serviceaccount-token", "serviceaccount-token-controller"],
  ["statefulset", "statefulset-controller"],
  ["storage-version-gc", "storageversion-garbage-collector-controller"],
  ["tokencleaner", "token-cleaner-controller"],
  ["ttl", "ttl-controller"],
  ["ttl-after-finished", "ttl-after-finished-controller"],
]);

/** Replaces an alias in an item of the list by the current name. */
function withoutAlias(item: string): string {
  const sign = item.startsWith("-") ? "-" : "";
  const name = item.slice(sign.length);
  return `${sign}${ALIASES.get(name) ?? name}`;
}

/** Controllers that `*` does not select: the flag must name them. */
const NAMED_ONLY: ReadonlySet<string> = new Set([
  "bootstrap-signer-controller",
  "selinux-warning-controller",
  "token-cleaner-controller",
]);

/**
 * Returns which of the available controllers a list of `*`, `name` and `-name` selects; an empty list selects none. A
 * listed name is on, one with a minus is off; any other is on when the list has a `*`, except for a few that must be
 * named.
 *
 * @throws RangeError for names that no controller has
 */
export function selectControllers(spec: readonly string[], available: readonly string[]): Set<string> {
  const items = spec.flatMap((item) => (item.trim() === "" ? [] : withoutAlias(item.trim())));
  const known = new Set([...REFERENCE_CONTROLLERS, ...available]);
  for (const item of items) {
    const name = item.startsWith("-") ? item.slice(1) : item;
    if (item !== "*" && !known.has(name)) throw new RangeError(`controller ${JSON.stringify(name)} is unknown`);
  }
  return new Set(
    available.filter((name) => {
      if (items.includes(name)) return true;
      return !items.includes(`-${name}`) && items.includes("*") && !NAMED_ONLY.has(name);
    }),
  );
}
