import { decimalFlag, durationFlag, type FlagGroup } from "../../../ground/settings/flag.ts";

/** Settings of the horizontal pod autoscaler; times in milliseconds. */
export interface PodAutoscalingOptions {
  /** Time between two syncs of an autoscaler. */
  readonly horizontalPodAutoscalerSyncPeriod: number;
  /** The default stabilization window for scaling down: how long the highest recommendation counts. */
  readonly horizontalPodAutoscalerDownscaleStabilization: number;
  /** The relative deviation from the target usage that is tolerated. */
  readonly horizontalPodAutoscalerTolerance: number;
  /** Time after a pod's start in which its CPU usage counts only while it is ready. */
  readonly horizontalPodAutoscalerCpuInitializationPeriod: number;
  /** Time after a pod's start in which readiness changes count as its initial readiness. */
  readonly horizontalPodAutoscalerInitialReadinessDelay: number;
}

const PREFIX = "horizontal-pod-autoscaler";

export const podAutoscalingFlags: FlagGroup<PodAutoscalingOptions> = {
  horizontalPodAutoscalerSyncPeriod: durationFlag(
    `${PREFIX}-sync-period`,
    "how often each horizontal pod autoscaler looks at its metrics",
    { min: "10ms", default: "15s" },
  ),
  horizontalPodAutoscalerDownscaleStabilization: durationFlag(
    `${PREFIX}-downscale-stabilization`,
    "how long the highest recommendation of a horizontal pod autoscaler holds back scaling down",
    { default: "5m" },
  ),
  horizontalPodAutoscalerTolerance: decimalFlag(`${PREFIX}-tolerance`, {
    argument: "<part>",
    about: "how far the use of pods may be from its target, as a part of it, without anything being scaled",
    default: 0.1,
  }),
  horizontalPodAutoscalerCpuInitializationPeriod: durationFlag(
    `${PREFIX}-cpu-initialization-period`,
    "time after the start of a pod in which its use of cpu counts only while it is ready",
    { default: "5m" },
  ),
  horizontalPodAutoscalerInitialReadinessDelay: durationFlag(
    `${PREFIX}-initial-readiness-delay`,
    "time after the start of a pod in which it is taken to become ready for the first time",
    { default: "30s" },
  ),
};
