/** What happens to the pods of a node when it is drained. */
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** Why a pod stays, or why its eviction needs a confirmation. */
export type DrainReason = "moves" | "daemonSet" | "mirror" | "over" | "localData" | "unmanaged";

export interface DrainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
  readonly reason: DrainReason;
}

interface PodFields {
  readonly spec?: { readonly volumes?: readonly { readonly emptyDir?: object }[] };
  readonly status?: { readonly phase?: string };
}

/** Reasons why pods stay on the node. */
const NOT_EVICTED: ReadonlySet<DrainReason> = new Set(["daemonSet", "mirror"]);

export const isEvicted = ({ reason }: DrainedPod): boolean => !NOT_EVICTED.has(reason);
/** Whether the drain loses local data or a pod that no controller recreates. */
export const isLoss = ({ reason }: DrainedPod): boolean => reason === "localData" || reason === "unmanaged";

/** Classifies the pods of a node; pods with losses come first. */
export function drainPlan(pods: readonly ApiObject[], vocabulary: Vocabulary): readonly DrainedPod[] {
  const mirror = vocabulary.render("{labelDomain}/config.mirror");
  const order: readonly DrainReason[] = ["unmanaged", "localData", "moves", "over", "daemonSet", "mirror"];
  return pods
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map((pod) => ({
      namespace: pod.metadata.namespace ?? "",
      name: pod.metadata.name ?? "",
      uid: pod.metadata.uid,
      reason: reasonOf(pod, mirror),
    }))
    .sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason) || (a.name < b.name ? -1 : 1));
}

function reasonOf(pod: ApiObject, mirror: string): DrainReason {
  const { annotations = {}, ownerReferences = [] } = pod.metadata;
  const { spec, status } = pod as PodFields;
  const controller = ownerReferences.find((owner) => owner.controller === true);
  if (annotations[mirror] !== undefined) return "mirror";
  if (controller?.kind === "DaemonSet") return "daemonSet";
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return "over";
  if (controller === undefined) return "unmanaged";
  return (spec?.volumes ?? []).some(({ emptyDir }) => emptyDir !== undefined) ? "localData" : "moves";
}
