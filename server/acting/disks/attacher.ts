import { decoded } from "../../api/registry/strategies/narrow.ts";
import { type InformedParts, type RunningController, startController } from "../controllers/controller.ts";
import { ignoring } from "../controllers/ignoring.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { type Attachment, volumeAttachments } from "../volumes/attachments.ts";
import { ATTACH_FINALIZER, DRIVER } from "./diskNames.ts";

/** Attaches simulated disks to nodes and detaches them, as far as the API shows this. */
export function diskAttacher(parts: InformedParts): RunningController {
  const { client, informers, vocabulary } = parts;
  const ref = volumeAttachments(vocabulary);
  const attachments = informers.of(ref);

  async function withFinalizers(attachment: Attachment, finalizers: string[]): Promise<Attachment> {
    const { metadata } = attachment;
    const next = { ...attachment, metadata: { ...metadata, finalizers } };
    return decoded<Attachment>(await client.update({ ...ref, name: metadata.name }, next));
  }

  return startController(parts, {
    sources: [
      {
        informer: attachments,
        keys: ({ object }) => ((object as Attachment).spec.attacher === DRIVER ? [keyOf(object)] : []),
      },
    ],
    async reconcile(key) {
      const { name } = splitKey(key);
      const object = attachments.get("", name);
      if (object === undefined) return undefined;
      let attachment = decoded<Attachment>(object);
      const finalizers = attachment.metadata.finalizers ?? [];
      const isKept = finalizers.includes(ATTACH_FINALIZER);
      if (attachment.metadata.deletionTimestamp !== undefined) {
        const others = finalizers.filter((each) => each !== ATTACH_FINALIZER);
        if (isKept) await ignoring(["NotFound"], withFinalizers(attachment, others));
        return undefined;
      }
      if (!isKept) attachment = await withFinalizers(attachment, [...finalizers, ATTACH_FINALIZER]);
      if (attachment.status?.attached !== true) {
        await client.update({ ...ref, name, subresource: "status" }, { ...attachment, status: { attached: true } });
      }
      await informers.fresh();
      return undefined;
    },
  });
}
