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
import { asPod, isFinished } from "./pods/podState.ts";

const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const VOLUMES = { group: "", version: "v1", resource: "persistentvolumes" };

/** Whether a pod was placed and is at work: a change of it lets no claim go. */
function isLive(pod: ApiObject): boolean {
  const { spec, status } = asPod(pod);
  const isRunning = (status?.containerStatuses ?? []).some(({ state }) => state?.running !== undefined);
  const isOver = isFinished(pod) || (pod.metadata.deletionTimestamp !== undefined && !isRunning);
  return (spec?.nodeName ?? "") !== "" && !isOver;
}

/**
 * Whether a pod holds a claim: as long as it is there, even when it has ended, once it was placed. A claim that was made for
 * the pod is let go as soon as its node is done with it, or the two would wait for each other.
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

/** Whether an object is to get the finalizer, or may be to lose it. */
const isConcerned = (object: ApiObject, finalizer: string): boolean =>
  (object.metadata.deletionTimestamp !== undefined) === hasFinalizer(object, finalizer);

/** A source that names the objects that are concerned. */
const concerned = (ref: ResourceReference, finalizer: string): SelectedSource => ({
  ref,
  keys: (object, deleted) => (!deleted && isConcerned(object, finalizer) ? [keyOf(object)] : []),
});

/**
 * Keeps claims that pods use, by a finalizer. Pods come by the thousand: they are followed where all who act follow them, and
 * found by an index.
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

/** Keeps volumes that are bound to a claim, by a finalizer. */
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

/** Takes the finalizer away from an object that is being deleted, unless it is in use; gives it to others that lack it. */
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
