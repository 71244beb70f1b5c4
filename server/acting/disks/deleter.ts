import type { ApiObject } from "../../../shared/object.ts";
import { type InformedParts, type RunningController, startController } from "../controllers/controller.ts";
import { ignoring } from "../controllers/ignoring.ts";
import { splitKey } from "../informers/objectKey.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import { attachedVolume, volumeAttachments } from "../volumes/attachments.ts";
import { VOLUMES, type Volume } from "../volumes/kinds.ts";
import { DISK_FINALIZER, PROVISIONER } from "./diskNames.ts";

/** Milliseconds until a volume that is still attached somewhere is looked at again. */
const RETRY = 1_000;

/** Deletes simulated disks that no claim needs any more. */
export function diskDeleter(parts: InformedParts): RunningController {
  const { client, informers, vocabulary } = parts;
  const { provisionedBy } = volumeAnnotations(vocabulary);
  const volumes = informers.of(VOLUMES);
  const attachments = informers.of(volumeAttachments(vocabulary));
  const isOurs = ({ metadata }: ApiObject): boolean => metadata.annotations?.[provisionedBy] === PROVISIONER;

  /** Releases a volume whose disk is gone, or is to outlive it. */
  async function letGo(volume: Volume): Promise<void> {
    const { metadata } = volume;
    const finalizers = (metadata.finalizers ?? []).filter((each) => each !== DISK_FINALIZER);
    if (finalizers.length === metadata.finalizers?.length) return;
    const ref = { ...VOLUMES, name: metadata.name };
    await ignoring(["NotFound"], client.update(ref, { ...volume, metadata: { ...metadata, finalizers } }));
  }

  return startController(parts, {
    sources: [{ informer: volumes, keys: ({ object }) => (isOurs(object) ? [`/${object.metadata.name}`] : []) }],
    async reconcile(key) {
      const { name } = splitKey(key);
      const object = volumes.get("", name);
      if (object === undefined) return undefined;
      const volume = object as Volume;
      const phase = volume.status?.phase;
      const isDeleted = volume.metadata.deletionTimestamp !== undefined;
      const keeps = volume.spec?.persistentVolumeReclaimPolicy !== "Delete";
      const isReleased = phase === "Released" || phase === "Failed";
      if (keeps || (isDeleted && !isReleased && phase !== "Bound")) {
        if ((volume.metadata.finalizers ?? []).includes(DISK_FINALIZER)) await letGo(volume);
        return undefined;
      }
      if (!isReleased) return undefined;
      if (attachments.by(attachedVolume, name).length > 0) return { again: RETRY };
      if (isDeleted) await letGo(volume);
      else await ignoring(["NotFound"], client.delete({ ...VOLUMES, name }));
      return undefined;
    },
  });
}
