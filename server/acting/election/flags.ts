import { booleanFlag, durationFlag, type FlagGroup, textFlag } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { JITTER } from "./leaderElector.ts";

/** How several servers elect the one that runs an acting component. Durations are milliseconds. */
export interface ElectionOptions {
  /** Undefined: enabled when the store is shared. */
  readonly leaderElect: boolean | undefined;
  readonly leaderElectLeaseDuration: number;
  readonly leaderElectRenewDeadline: number;
  readonly leaderElectRetryPeriod: number;
  /** The name of the controllers' lease. Empty for the vocabulary's name of the controller manager. */
  readonly leaderElectResourceName: string;
  /** The namespace of all leases. Empty for the system namespace. */
  readonly leaderElectResourceNamespace: string;
}

export const electionFlags: FlagGroup<ElectionOptions> = {
  leaderElect: {
    ...booleanFlag(
      "leader-elect",
      "run controllers, scheduler and simulated nodes on one server of a store at a time (default: with etcd)",
      true,
    ),
    default: undefined,
    shownDefault: "",
  },
  leaderElectLeaseDuration: durationFlag(
    "leader-elect-lease-duration",
    "how long the others wait after the last renewal they saw",
    { default: "15s" },
  ),
  leaderElectRenewDeadline: durationFlag(
    "leader-elect-renew-deadline",
    "how long a leader leads without renewing its lease",
    { default: "10s" },
  ),
  leaderElectRetryPeriod: durationFlag("leader-elect-retry-period", "time between two attempts", { default: "2s" }),
  leaderElectResourceName: textFlag("leader-elect-resource-name", {
    argument: "<name>",
    about: "the lease of the controllers (default: kube-controller-manager, in the vocabulary's words)",
    default: "",
  }),
  leaderElectResourceNamespace: textFlag("leader-elect-resource-namespace", {
    argument: "<namespace>",
    about: "the namespace of the leases (default: kube-system, in the vocabulary's words)",
    default: "",
  }),
};

/** @throws OptionError for durations with which two servers, or none, could lead */
export function checkElectionTimes(options: ElectionOptions): void {
  const {
    leaderElectLeaseDuration: lease,
    leaderElectRenewDeadline: deadline,
    leaderElectRetryPeriod: retry,
  } = options;
  for (const [name, value] of Object.entries({
    "lease-duration": lease,
    "renew-deadline": deadline,
    "retry-period": retry,
  })) {
    if (value <= 0) throw new OptionError(`--leader-elect-${name} must be greater than zero`);
  }
  if (lease <= deadline) {
    throw new OptionError("--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline");
  }
  if (deadline <= JITTER * retry) {
    throw new OptionError(`--leader-elect-renew-deadline must be greater than --leader-elect-retry-period × ${JITTER}`);
  }
}
