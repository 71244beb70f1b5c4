import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { PodInfo } from "../model/podInfo.ts";

export interface NewCondition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/**
 * Writes a condition of a pod, and its nominated node, if either has changed.
 * @param nominatedNode undefined to leave it unchanged, empty to clear it
 * @param now milliseconds since the epoch
 * @throws ApiError
 */
export async function writePodStatus(
  client: Pick<ApiClient, "patch">,
  pod: PodInfo,
  condition: NewCondition | undefined,
  nominatedNode: string | undefined,
  now: number,
): Promise<void> {
  const patch: Record<string, unknown> = {};
  const old = pod.status.conditions?.find(({ type }) => type === condition?.type);
  if (condition !== undefined && !isSame(old, condition)) {
    const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : timestamp(now);
    patch["$setElementOrder/conditions"] = [
      ...(pod.status.conditions ?? []).map(({ type }) => ({ type })),
      ...(old === undefined ? [{ type: condition.type }] : []),
    ];
    patch["conditions"] = [{ ...condition, lastProbeTime: null, lastTransitionTime }];
  }
  if (nominatedNode !== undefined && nominatedNode !== (pod.status.nominatedNodeName ?? "")) {
    patch["nominatedNodeName"] = nominatedNode === "" ? null : nominatedNode;
  }
  if (isEmptyMap(patch)) return;
  const ref = { group: "", version: "v1", resource: "pods", namespace: pod.namespace, name: pod.name };
  await client.patch({ ...ref, subresource: "status" }, { status: patch }, { type: "strategic" });
}

const isSame = (
  old: { readonly status: string; readonly reason?: string; readonly message?: string } | undefined,
  { status, reason, message }: NewCondition,
): boolean => old?.status === status && (old.reason ?? "") === reason && (old.message ?? "") === message;
