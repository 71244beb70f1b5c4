import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import type { ResourceReference } from "../../api/client/apiClient.ts";
import { splitKey } from "../informers/objectKey.ts";
import { claimKeysOf } from "../volumes/usedClaims.ts";
import { type ControllerParts, type InformedParts, type RunningController, startController } from "./controller.ts";

const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const VOLUMES = { group: "", version: "v1", resource: "persistentvolumes" };

/** Whether a pod may still touch its volumes: it was scheduled and has not finished. */
const isLive = (pod: ApiObject): boolean => {
  const { phase } = (pod["status"] ?? {}) as { phase?: string };
  return (
    ((pod["spec"] ?? {}) as { nodeName?: string }).nodeName !== undefined && phase !== "Succeeded" && phase !== "Failed"
  );
};

const isPending = (object: ApiObject, finalizer: string): boolean =>
  object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).includes(finalizer);

/**
 * Lets claims go that are being deleted and that no pod uses any more. Pods come by the thousand: they are followed where all
 * who act follow them, and found by an index.
 */
export function claimProtectionController(parts: InformedParts): RunningController {
  const { informers } = parts;
  const finalizer = parts.vocabulary.render("{labelDomain}/pvc-protection");
  const pods = informers.of({ group: "", resource: "pods" });
  return startController(parts, {
    sources: [
      { ref: CLAIMS },
      {
        informer: pods,
        keys: ({ type, object }) => (type === "deleted" || !isLive(object) ? claimKeysOf(object) : []),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      await release(parts, { ...CLAIMS, namespace, name }, finalizer, async () => {
        await informers.fresh();
        return pods.by(claimKeysOf, key).some(isLive);
      });
      return undefined;
    },
  });
}

/** Removes the finalizer of volumes that are being deleted and are not bound to a claim. */
export function volumeProtectionController(parts: ControllerParts): RunningController {
  const finalizer = parts.vocabulary.render("{labelDomain}/pv-protection");
  return startController(parts, {
    sources: [{ ref: VOLUMES }],
    async reconcile(key) {
      const { name } = splitKey(key);
      await release(parts, { ...VOLUMES, name }, finalizer, async (volume) => {
        return (volume["status"] as { phase?: string } | undefined)?.phase === "Bound";
      });
      return undefined;
    },
  });
}

/** Takes the finalizer away from an object that is being deleted, unless it is in use. */
async function release(
  { client }: ControllerParts,
  ref: ResourceReference,
  finalizer: string,
  inUse: (object: ApiObject) => Promise<boolean>,
): Promise<void> {
  try {
    const object = await client.get(ref);
    if (!isPending(object, finalizer) || (await inUse(object))) return;
    const finalizers = (object.metadata.finalizers ?? []).filter((item) => item !== finalizer);
    await client.update(ref, { ...object, metadata: { ...object.metadata, finalizers } });
  } catch (error) {
    if (!isApiError(error, "NotFound")) throw error;
  }
}
