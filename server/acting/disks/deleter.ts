import type { ApiObject } from "../../../shared/object.ts";
import { isOn } from "../../api/registry/features.ts";
import { type InformedParts, type RunningController, startController } from "../controllers/controller.ts";
import { ignoring } from "../controllers/ignoring.ts";
import { splitKey } from "../informers/objectKey.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import { attachedVolume, volumeAttachments } from "../volumes/attachments.ts";
import { VOLUMES, type Volume } from "../volumes/kinds.ts";
import { DISK_FINALIZER, PROVISIONER } from "./diskNames.ts";

/** Milliseconds until a volume that is still attached to a node is checked again. */
const RETRY = 1_000;

/** Deletes simulated disks that no claim needs any more. */
export function diskDeleter(parts: InformedParts): RunningController {
  const { client, features, informers, vocabulary } = parts;
  const honorsPolicy = isOn(features, "HonorPVReclaimPolicy");
  const { provisionedBy } = volumeAnnotations(vocabulary);
  const volumes = informers.of(VOLUMES);
  const attachments = informers.of(volumeAttachments(vocabulary));
  const isOurs = ({ metadata }: ApiObject): boolean => metadata.annotations?.[provisionedBy] === PROVISIONER;

  const isHeld = ({ metadata }: Volume): boolean => (metadata.finalizers ?? []).includes(DISK_FINALIZER);

  async function putFinalizers(volume: Volume, finalizers: string[]): Promise<void> {
    const { metadata } = volume;
    const ref = { ...VOLUMES, name: metadata.name };
    await ignoring(["NotFound"], client.update(ref, { ...volume, metadata: { ...metadata, finalizers } }));
  }

  /** Removes the finalizer of a volume whose disk was deleted, or is retained. */
  async function removeFinalizer(volume: Volume): Promise<void> {
    if (!isHeld(volume)) return;
    await putFinalizers(
      volume,
      (volume.metadata.finalizers ?? []).filter((each) => each !== DISK_FINALIZER),
    );
  }

  /** Adds the finalizer to a volume whose disk will be deleted with it. */
  async function hold(volume: Volume): Promise<void> {
    if (!isHeld(volume)) await putFinalizers(volume, [...(volume.metadata.finalizers ?? []), DISK_FINALIZER]);
  }

  return startController(parts, {
    needs: [attachments.indexed(attachedVolume)],
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
        await removeFinalizer(volume);
        return undefined;
      }
      if (!honorsPolicy) await removeFinalizer(volume);
      if (!isReleased) {
        if (honorsPolicy && !isDeleted) await hold(volume);
        return undefined;
      }
      if (attachments.by(attachedVolume, name).length > 0) return { requeueAfter: RETRY };
      if (isDeleted) await removeFinalizer(volume);
      else await ignoring(["NotFound"], client.delete({ ...VOLUMES, name }));
      return undefined;
    },
  });
}
