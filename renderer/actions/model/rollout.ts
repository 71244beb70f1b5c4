/** The progress of a workload's rollout, by the rules of `kubectl rollout status`. */
import type { ApiObject } from "../../../shared/object.ts";

/**
 * `unobserved`: its controller has not seen the last change. `updates`: pods of the new template are missing. `ends`: old
 * pods are left. `starts`: new pods are not available. `late`: its deadline has passed. `manual`: pods are only replaced
 * when they are deleted.
 */
export type RolloutStage = "unobserved" | "updates" | "ends" | "starts" | "done" | "late" | "manual";

export interface Rollout {
  readonly stage: RolloutStage;
  /** Numbers of pods: wanted, of the new template, available, of old templates. */
  readonly wanted: number;
  readonly updated: number;
  readonly available: number;
  readonly old: number;
}

interface WorkloadFields {
  readonly spec?: { readonly replicas?: number; readonly updateStrategy?: { readonly type?: string } };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly desiredNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
    readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
  };
}

/** @param object a Deployment, StatefulSet, or DaemonSet */
export function rolloutOf(object: ApiObject): Rollout {
  const { spec = {}, status = {} } = object as WorkloadFields;
  const isDaemonSet = object.kind === "DaemonSet";
  const wanted = isDaemonSet ? (status.desiredNumberScheduled ?? 0) : (spec.replicas ?? 1);
  const updated = (isDaemonSet ? status.updatedNumberScheduled : status.updatedReplicas) ?? 0;
  const available = (isDaemonSet ? status.numberAvailable : status.availableReplicas) ?? 0;
  const old = object.kind === "Deployment" ? Math.max(0, (status.replicas ?? 0) - updated) : 0;
  const isLate = status.conditions?.some(
    ({ type, reason }) => type === "Progressing" && reason === "ProgressDeadlineExceeded",
  );
  const stage = (): RolloutStage => {
    if (spec.updateStrategy?.type === "OnDelete") return "manual";
    if ((status.observedGeneration ?? 0) < (object.metadata.generation ?? 0)) return "unobserved";
    if (isLate === true) return "late";
    if (updated < wanted) return "updates";
    if (old > 0) return "ends";
    return available < wanted ? "starts" : "done";
  };
  return { stage: stage(), wanted, updated, available, old };
}
