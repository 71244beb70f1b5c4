import { decimalFlag, durationFlag, type FlagGroup } from "../../../ground/settings/flag.ts";

/** Settings of the autoscaling of pods; times in milliseconds. */
export interface PodAutoscalingOptions {
  /** Between two looks at an autoscaler. */
  readonly horizontalPodAutoscalerSyncPeriod: number;
  /** How long the highest recommendation counts, where an autoscaler does not say. */
  readonly horizontalPodAutoscalerDownscaleStabilization: number;
  /** How far use may be from what is wanted, as a part of it. */
  readonly horizontalPodAutoscalerTolerance: number;
  /** After a pod's start: its use of cpu counts only while it is ready. */
  readonly horizontalPodAutoscalerCpuInitializationPeriod: number;
  /** After a pod's start: being ready then is taken for being so for the first time. */
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
