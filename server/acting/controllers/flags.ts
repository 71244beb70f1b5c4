import { durationFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";
import { type NodeLifecycleOptions, nodeLifecycleFlags } from "./nodeLifecycle/flags.ts";
import { type PodAutoscalingOptions, podAutoscalingFlags } from "./podAutoscaling/flags.ts";

/** Settings of single controllers. */
export interface ControllerOptions extends NodeLifecycleOptions, PodAutoscalingOptions {
  /** Longest lifetime of the certificates that the cluster's own signers issue, in milliseconds. */
  readonly clusterSigningDuration: number;
  /** How long tokens that came with their account may lie unused, in milliseconds. */
  readonly legacyServiceAccountTokenCleanUpPeriod: number;
  /** Endpoints that an EndpointSlice of a service holds at most. */
  readonly maxEndpointsPerSlice: number;
  /** Pods that have ended and may lie about; 0 for any number. */
  readonly terminatedPodGcThreshold: number;
  /** Addresses of one subset of Endpoints that are mirrored at most. */
  readonly mirroringMaxEndpointsPerSubset: number;
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
  maxEndpointsPerSlice: numberFlag("max-endpoints-per-slice", {
    argument: "<n>",
    about: "endpoints that an EndpointSlice of a service holds at most",
    min: 1,
    max: 1000,
    default: 100,
  }),
  terminatedPodGcThreshold: numberFlag("terminated-pod-gc-threshold", {
    argument: "<n>",
    about: "pods that have ended and may lie about before the oldest are deleted, 0 for any number",
    min: 0,
    max: 1_000_000,
    default: 12_500,
  }),
  mirroringMaxEndpointsPerSubset: numberFlag("mirroring-max-endpoints-per-subset", {
    argument: "<n>",
    about: "addresses of one subset of Endpoints that are mirrored to an EndpointSlice at most",
    min: 1,
    max: 1000,
    default: 1000,
  }),
  ...nodeLifecycleFlags,
  ...podAutoscalingFlags,
};
