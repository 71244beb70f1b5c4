import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { controllerOf, controllerUid, type OwnerKind } from "../pods/ownership.ts";
import { hasEnded, isTracked, type Job, type JobNames } from "./kinds.ts";
import { untrack } from "./tracking.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/**
 * Removes the finalizer from pods that no job will count: those without a controller, those whose job was deleted, and
 * those left over after their job has ended. Pods of other controllers, and of jobs that another program manages, are
 * left alone.
 */
export function releaseOrphans(parts: InformedParts, ownerRef: OwnerKind, names: JobNames): RunningController {
  const { client, informers } = parts;
  const jobs = informers.of(ownerRef);
  const pods = informers.of(PODS);
  const version = ownerRef.group === "" ? ownerRef.version : `${ownerRef.group}/${ownerRef.version}`;

  function jobOf(namespace: string, owner: OwnerReference): Job | undefined {
    const found = jobs.get(namespace, owner.name);
    return found === undefined || found.metadata.uid !== owner.uid ? undefined : decoded<Job>(found);
  }

  function isOrphan(pod: ApiObject): boolean {
    if (!isTracked(pod, names)) return false;
    const owner = controllerOf(pod);
    if (owner === undefined) return true;
    if (owner.kind !== ownerRef.kind || owner.apiVersion !== version) return false;
    const job = jobOf(pod.metadata.namespace ?? "", owner);
    if (job === undefined) return true;
    return (job.spec.managedBy ?? names.manager) === names.manager && hasEnded(job);
  }

  return startController(parts, {
    needs: [pods.indexed(controllerUid)],
    sources: [
      { informer: pods, keys: ({ type, object }) => (type !== "deleted" && isOrphan(object) ? [keyOf(object)] : []) },
      {
        informer: jobs,
        keys({ type, object }) {
          if (type !== "deleted" && !hasEnded(decoded<Job>(object))) return [];
          const own = pods.by(controllerUid, object.metadata.uid ?? "");
          return own.filter((pod) => isTracked(pod, names)).map(keyOf);
        },
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      if (pod !== undefined && isOrphan(pod)) await untrack(client, names, pod);
      return undefined;
    },
  });
}
