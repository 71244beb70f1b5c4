import { durationFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";
import { type NodeLifecycleOptions, nodeLifecycleFlags } from "./nodeLifecycle/flags.ts";
import { type PodAutoscalingOptions, podAutoscalingFlags } from "./podAutoscaling/flags.ts";

/** Settings of individual controllers. */
export interface ControllerOptions extends NodeLifecycleOptions, PodAutoscalingOptions {
  /** Maximum lifetime of certificates that the cluster's own signers issue, in milliseconds. */
  readonly clusterSigningDuration: number;
  /** Milliseconds after which an unused legacy service account token is invalidated. */
  readonly legacyServiceAccountTokenCleanUpPeriod: number;
  /** Maximum number of endpoints in an EndpointSlice of a service. */
  readonly maxEndpointsPerSlice: number;
  /** Maximum number of ended pods that are kept; 0 means no limit. */
  readonly terminatedPodGcThreshold: number;
  /** Maximum number of addresses of one mirrored Endpoints subset. */
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
