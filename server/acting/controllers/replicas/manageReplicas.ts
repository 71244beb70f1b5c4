import type { ReplicaSet } from "kubernetes-types/apps/v1";
import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { inDeletionOrder } from "../pods/deletionOrder.ts";
import { isNamespaceTerminating, type PodControl, podFromTemplate, slowStart } from "../pods/podControl.ts";
import type { PodPace } from "../pods/podPace.ts";

/** Maximum number of pods that one round creates or deletes. */
const BURST = 500;

export interface ReplicaTools {
  readonly podControl: PodControl;
  readonly pace: PodPace;
  /** Undefined to ignore deletion costs. */
  readonly costAnnotation: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The result of creating or deleting an owner's pods. */
export interface Managed {
  /** The number of pods above the wanted number; negative when pods are missing. */
  readonly difference: number;
  readonly error?: unknown;
  /** Whether fewer pods were created than one round could, because the namespace is crowded. */
  readonly isPaced?: boolean;
}

/** Creates missing pods, or deletes surplus ones. */
export async function manageReplicas(
  { podControl, pace, costAnnotation, now }: ReplicaTools,
  owner: ApiObject,
  active: readonly ApiObject[],
  related: () => readonly ApiObject[],
): Promise<Managed> {
  const { spec } = decoded<ReplicaSet>(owner);
  const difference = active.length - (spec?.replicas ?? 0);
  const count = Math.min(Math.abs(difference), BURST);
  if (difference < 0) {
    const template = spec?.template as PodTemplateSpec;
    const allowed = pace.take(owner.metadata.namespace ?? "", count);
    const { error } = await slowStart(allowed, () => podControl.create(podFromTemplate(template, owner), owner));
    const isPaced = allowed < count;
    return error === undefined || isNamespaceTerminating(error) ? { difference, isPaced } : { difference, error };
  }
  if (difference > 0) {
    const ordered = count < active.length ? inDeletionOrder(active, related(), costAnnotation, now) : active;
    const results = await Promise.allSettled(ordered.slice(0, count).map((pod) => podControl.delete(pod, owner)));
    const failed = results.find((result) => result.status === "rejected");
    return failed === undefined ? { difference } : { difference, error: failed.reason };
  }
  return { difference };
}
