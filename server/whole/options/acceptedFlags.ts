import { type Command, Option } from "commander";

/**
 * Flags of the reference without a function in this server. They are accepted, so that a command line for the reference
 * starts this server, too; the log names each of them.
 */
export const ACCEPTED_FLAGS: readonly string[] = [
  "aggregator-reject-forwarding-redirects",
  "allow-privileged",
  "audit-webhook-batch-initial-backoff",
  "cloud-config",
  "cloud-provider",
  "cloud-provider-gce-l7lb-src-cidrs",
  "contention-profiling",
  "coordinated-leadership-lease-duration",
  "coordinated-leadership-renew-deadline",
  "coordinated-leadership-retry-period",
  "debug-socket-path",
  "default-watch-cache-size",
  "delete-collection-workers",
  "egress-selector-config-file",
  "enable-aggregator-routing",
  "enable-garbage-collector",
  "enable-logs-handler",
  "etcd-count-metric-poll-period",
  "etcd-db-metric-poll-interval",
  "etcd-servers-overrides",
  "external-hostname",
  "kubelet-certificate-authority",
  "kubelet-client-certificate",
  "kubelet-client-key",
  "kubelet-port",
  "kubelet-preferred-address-types",
  "kubelet-read-only-port",
  "kubelet-timeout",
  "kubernetes-service-node-port",
  "log-flush-frequency",
  "log-json-info-buffer-size",
  "log-json-split-stream",
  "log-text-info-buffer-size",
  "log-text-split-stream",
  "max-connection-bytes-per-sec",
  "peer-advertise-ip",
  "peer-advertise-port",
  "peer-ca-file",
  "permit-address-sharing",
  "permit-port-sharing",
  "service-account-signing-endpoint",
  "storage-backend",
  "storage-initialization-timeout",
  "tracing-config-file",
  "watch-cache",
  "watch-cache-sizes",
];

/** Adds these flags to a command, which records in `given` which of them were used. `--help` lists them at its end. */
export function declareAcceptedFlags(command: Command, given: Set<string>): void {
  for (const name of ACCEPTED_FLAGS) {
    const option = new Option(`--${name} [value]`).hideHelp().argParser((value: string) => {
      given.add(name);
      return value;
    });
    command.addOption(option.preset("true"));
  }
}

/** The text about these flags at the end of `--help`. */
export const acceptedFlagsText = (): string =>
  `Flags of kube-apiserver that are accepted and have no effect here:\n  ${ACCEPTED_FLAGS.map((name) => `--${name}`).join("\n  ")}`;

/** The warning about one of these flags. */
export const acceptedFlagWarning = (name: string): string => `--${name} is accepted and has no effect here`;
