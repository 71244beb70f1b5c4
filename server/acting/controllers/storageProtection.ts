import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import type { ResourceReference } from "../../api/client/apiClient.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { claimKeysOf, usedClaims } from "../volumes/usedClaims.ts";
import {
  type ControllerParts,
  type InformedParts,
  type RunningController,
  type SelectedSource,
  startController,
} from "./controller.ts";
import { controllerOf } from "./pods/ownership.ts";
import { asPod, isTerminated } from "./pods/podState.ts";

const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const VOLUMES = { group: "", version: "v1", resource: "persistentvolumes" };

/** Whether a pod is placed and running: a change of such a pod never releases a claim. */
const isLive = (pod: ApiObject): boolean => (asPod(pod).spec?.nodeName ?? "") !== "" && !isTerminated(pod);

/**
 * Whether a pod keeps a claim: once placed, it does as long as it exists, even when it has ended. A claim that was
 * created for the pod is released as soon as the node has finished with the pod, because otherwise the two would wait
 * for each other.
 */
function holds(pod: ApiObject, claim: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, name = "" } = pod.metadata;
  const { spec } = asPod(pod);
  if (spec === undefined || (spec.nodeName ?? "") === "") return false;
  const isShutDown = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
  return usedClaims({ spec, name })
    .filter((used) => used.name === claim.metadata.name)
    .some(({ isEphemeral }) => !isEphemeral || (!isShutDown && controllerOf(claim)?.uid === pod.metadata.uid));
}

const hasFinalizer = ({ metadata }: ApiObject, finalizer: string): boolean =>
  (metadata.finalizers ?? []).includes(finalizer);

/** Whether an object needs the finalizer, or may lose it. */
const isConcerned = (object: ApiObject, finalizer: string): boolean =>
  (object.metadata.deletionTimestamp !== undefined) === hasFinalizer(object, finalizer);

/** A source that delivers only the objects that need the finalizer or may lose it. */
const concerned = (ref: ResourceReference, finalizer: string): SelectedSource => ({
  ref,
  keys: (object, deleted) => (!deleted && isConcerned(object, finalizer) ? [keyOf(object)] : []),
});

/**
 * Protects claims that pods use by a finalizer. Because there may be thousands of pods, they are followed by the shared
 * informer and looked up by an index.
 */
export function claimProtectionController(parts: InformedParts): RunningController {
  const { informers } = parts;
  const finalizer = parts.vocabulary.render("{labelDomain}/pvc-protection");
  const pods = informers.of({ group: "", resource: "pods" });
  return startController(parts, {
    needs: [pods.indexed(claimKeysOf)],
    sources: [
      concerned(CLAIMS, finalizer),
      {
        informer: pods,
        keys: ({ type, object }) => (type === "deleted" || !isLive(object) ? claimKeysOf(object) : []),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      await protect(parts, { ...CLAIMS, namespace, name }, finalizer, async (claim) => {
        await informers.fresh();
        return pods.by(claimKeysOf, key).some((pod) => holds(pod, claim));
      });
      return undefined;
    },
  });
}

/** Protects volumes that are bound to a claim by a finalizer. */
export function volumeProtectionController(parts: ControllerParts): RunningController {
  const finalizer = parts.vocabulary.render("{labelDomain}/pv-protection");
  return startController(parts, {
    sources: [concerned(VOLUMES, finalizer)],
    async reconcile(key) {
      const { name } = splitKey(key);
      await protect(parts, { ...VOLUMES, name }, finalizer, async (volume) => {
        return (volume["status"] as { phase?: string } | undefined)?.phase === "Bound";
      });
      return undefined;
    },
  });
}

/**
 * Removes the finalizer from an object that is being deleted, unless the object is in use; adds it to other objects
 * that lack it.
 */
async function protect(
  { client }: ControllerParts,
  ref: ResourceReference,
  finalizer: string,
  inUse: (object: ApiObject) => Promise<boolean>,
): Promise<void> {
  try {
    const object = await client.get(ref);
    if (!isConcerned(object, finalizer)) return;
    const { metadata } = object;
    const isLeaving = metadata.deletionTimestamp !== undefined;
    if (isLeaving && (await inUse(object))) return;
    const known = metadata.finalizers ?? [];
    const finalizers = isLeaving ? known.filter((item) => item !== finalizer) : [...known, finalizer];
    await client.update(ref, { ...object, metadata: { ...metadata, finalizers } });
  } catch (error) {
    if (!isApiError(error, "NotFound")) throw error;
  }
}
