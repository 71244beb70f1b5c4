import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { isFinished } from "../../controllers/pods/podState.ts";
import { keyOf } from "../../informers/objectKey.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import type { Amounts } from "../model/amounts.ts";
import { type PodInfo, podInfo } from "../model/podInfo.ts";
import type { ClusterEvent } from "../queue/clusterEvents.ts";
import type { Nominator } from "../queue/nominator.ts";
import type { SchedulingQueue } from "../queue/schedulingQueue.ts";

export interface FollowerParts {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  /** Whether this scheduler is responsible for pods with a scheduler name. */
  isOurs(schedulerName: string): boolean;
}

/** Updates cache and queue after a change of a pod in the API. */
export function followPod({ cache, queue, nominator, isOurs }: FollowerParts, change: ObjectChange): void {
  const { type, object } = change;
  const key = keyOf(object);
  if (type === "deleted" || isFinished(object)) {
    remove(key);
    return;
  }
  const known = queue.get(key)?.pod ?? cache.pod(key);
  // Another pod of the same name, whose predecessor's deletion was not delivered.
  if (known !== undefined && known.uid !== object.metadata.uid) remove(key);
  const pod = podInfo(object);
  if (pod.nodeName !== "") showPlaced(pod, cache.pod(key));
  else if (isOurs(pod.spec.schedulerName ?? "")) showWaiting(pod);

  function remove(key: string): void {
    const pod = cache.pod(key);
    const wasNominated = nominator.nodeOf(key);
    queue.delete(key);
    nominator.delete(key);
    cache.deletePod(key);
    if (pod !== undefined) queue.move({ kind: "PodDelete", pod });
    else if (wasNominated !== undefined) queue.move({ kind: "PodDelete", pod: podInfo(change.object, wasNominated) });
  }

  function showPlaced(pod: PodInfo, before: PodInfo | undefined): void {
    const isNew = before === undefined || cache.isAssumed(key);
    queue.delete(key);
    nominator.delete(key);
    cache.setPod(pod);
    if (isNew) queue.move({ kind: "PodAdd", pod });
    else for (const event of changesOf(pod, before)) if (event.kind !== "PodOther") queue.move(event);
  }

  function showWaiting(pod: PodInfo): void {
    const queued = queue.get(key);
    const nominated = pod.status.nominatedNodeName ?? "";
    const before = queued?.pod.status.nominatedNodeName ?? "";
    if (nominated !== "" || before !== "") nominator.set(pod, nominated);
    else if (nominator.nodeOf(key) !== undefined) nominator.set(pod, nominator.nodeOf(key) ?? "");
    // A pod that is being bound does not belong into the queue.
    if (cache.isAssumed(key)) return;
    if (queued === undefined) queue.add(pod);
    else queue.update(pod, changesOf(pod, queued.pod));
  }
}

/** The events in a change of a pod that may help waiting pods; empty when only its status has changed. */
export function changesOf(pod: PodInfo, oldPod: PodInfo): ClusterEvent[] {
  const kinds: ClusterEvent["kind"][] = [];
  if (!deepEqual(pod.labels, oldPod.labels)) kinds.push("PodLabel");
  if (isScaledDown(pod.requests, oldPod.requests)) kinds.push("PodScaleDown");
  if (!deepEqual(pod.spec.tolerations ?? [], oldPod.spec.tolerations ?? [])) kinds.push("PodTolerations");
  if (kinds.length === 0 && isOther(pod.object, oldPod.object)) kinds.push("PodOther");
  return kinds.map((kind) => ({ kind, pod, oldPod }));
}

function isScaledDown(now: Amounts, before: Amounts): boolean {
  if (now.cpu < before.cpu || now.memory < before.memory || now.ephemeralStorage < before.ephemeralStorage) return true;
  return [...before.extended].some(([name, amount]) => (now.extended.get(name) ?? 0) < amount);
}

const isOther = (a: ApiObject, b: ApiObject): boolean =>
  !deepEqual(a["spec"], b["spec"]) || !deepEqual(a.metadata.annotations ?? {}, b.metadata.annotations ?? {});
