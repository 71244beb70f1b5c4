import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { SeriesRecorder } from "../../events/seriesRecorder.ts";
import { writePodStatus } from "../binding/podStatus.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";
import type { Candidate } from "./candidate.ts";

export interface EvictionParts {
  readonly client: Pick<ApiClient, "patch" | "delete">;
  readonly nominator: Nominator;
  readonly recorders: ReadonlyMap<string, SeriesRecorder>;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
}

const REASON = "PreemptionByScheduler";

/** Whether a pod is being deleted because it was preempted. */
export const isPreempted = ({ status }: PodInfo): boolean =>
  (status.conditions ?? []).some(
    ({ type, status, reason }) => type === "DisruptionTarget" && status === "True" && reason === REASON,
  );

/**
 * Preempts the victims of a candidate, and clears the nomination of less important pods for the same node: they may no
 * longer fit there, and must find another node.
 * @throws ApiError when a victim could not be preempted
 */
export async function preemptVictims(parts: EvictionParts, pod: PodInfo, candidate: Candidate): Promise<void> {
  const { client, nominator, now, onError } = parts;
  await Promise.all(candidate.victims.map((victim) => preempt(parts, pod, victim, candidate.node)));
  const waiting = [...nominator.on(candidate.node)].filter(({ priority }) => priority < pod.priority);
  for (const other of waiting) {
    nominator.delete(other.key);
    try {
      await writePodStatus(client, other, undefined, "", now());
    } catch (error) {
      onError(error, other.key);
    }
  }
}

async function preempt(
  { client, recorders, now }: EvictionParts,
  pod: PodInfo,
  victim: PodInfo,
  node: string,
): Promise<void> {
  const schedulerName = pod.spec.schedulerName ?? "";
  const message = `${schedulerName}: preempting to accommodate a higher priority pod`;
  const condition = { type: "DisruptionTarget", status: "True", reason: REASON, message } as const;
  const { namespace, name } = victim;
  try {
    await writePodStatus(client, victim, condition, undefined, now());
    await client.delete({ group: "", version: "v1", resource: "pods", namespace, name });
  } catch (error) {
    // The victim is already gone, so its resources are free.
    if (!isApiError(error, "NotFound")) throw error;
    return;
  }
  recorders.get(schedulerName)?.record(victim.object, {
    type: "Normal",
    reason: "Preempted",
    message: `Preempted by pod ${pod.uid} on node ${node}`,
    action: "Preempting",
    related: pod.object,
  });
}
