import { durationFlag, type FlagGroup } from "../../ground/settings/flag.ts";

/** Settings of single controllers. */
export interface ControllerOptions {
  /** Longest lifetime of the certificates that the cluster's own signers issue, in milliseconds. */
  readonly clusterSigningDuration: number;
  /** How long tokens that came with their account may lie unused, in milliseconds. */
  readonly legacyServiceAccountTokenCleanUpPeriod: number;
}

export const controllerFlags: FlagGroup<ControllerOptions> = {
  clusterSigningDuration: durationFlag("cluster-signing-duration", "longest lifetime of issued certificates", {
    min: "1s",
    default: "8760h",
  }),
  legacyServiceAccountTokenCleanUpPeriod: durationFlag(
    "legacy-service-account-token-clean-up-period",
    "how long tokens in secrets that came with their account may lie unused",
    { min: "1s", default: "8760h" },
  ),
};
