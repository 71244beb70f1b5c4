import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { AttachableVolumes, attachmentName, nodeOf } from "../../volumes/attachable.ts";
import { type Attachment, attachedVolume, volumeAttachments } from "../../volumes/attachments.ts";
import type { InformedParts } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { ignoring } from "../ignoring.ts";
import { reportAttached } from "./attachedReport.ts";
import { conflictOf, isExclusive } from "./multiAttach.ts";
import { type NeededVolume, neededVolumes, usersOn } from "./neededVolumes.ts";

/** Milliseconds after which a volume is detached although an unhealthy node still reports it as in use. */
const MAX_UNMOUNT_WAIT = 360_000;

const isLeaving = ({ metadata }: Attachment): boolean => metadata.deletionTimestamp !== undefined;

const isHealthy = (node: Node | undefined): boolean =>
  (node?.status?.conditions ?? []).some(({ type, status }) => type === "Ready" && status === "True");

/** Reconciles the attachments of one node with what its pods need. */
export class NodeAttachments {
  readonly #parts: InformedParts;
  readonly #volumes: AttachableVolumes;
  readonly #ref: ReturnType<typeof volumeAttachments>;
  /** Attachments that wait for their node to stop using the volume: since when, by name. */
  readonly #waiting = new Map<string, number>();
  /** The attachments that pods were told to wait for, by node: they are told once. */
  readonly #told = new Map<string, Set<string>>();

  constructor(parts: InformedParts) {
    this.#parts = parts;
    this.#volumes = new AttachableVolumes(parts.informers, parts.vocabulary);
    this.#ref = volumeAttachments(parts.vocabulary);
  }

  /** @param node undefined when it does not exist. @returns whether to reconcile again later. @throws ApiError */
  async sync(nodeName: string, node: ApiObject | undefined): Promise<boolean> {
    const { informers } = this.#parts;
    const needed = neededVolumes(this.#parts, this.#volumes, nodeName);
    const there = informers.of<Attachment>(this.#ref).by(nodeOf, nodeName);
    const names = new Map(there.map((attachment) => [attachment.metadata.name ?? "", attachment]));
    const told = [...(this.#told.get(nodeName) ?? [])].filter((name) => needed.has(name));
    if (node === undefined) this.#told.delete(nodeName);
    else this.#told.set(nodeName, new Set(told));
    let isWaiting = false;
    const attach = async ([name, volume]: [string, NeededVolume]): Promise<void> => {
      const known = names.get(name);
      if (known === undefined) isWaiting = (await this.#attach(name, nodeName, volume)) || isWaiting;
      else if (isLeaving(known)) isWaiting = true;
      else if (known.status?.attached !== true) this.#recordFailure(volume, known.status?.attachError?.message);
    };
    const unneeded = there.filter(
      (each) => !needed.has(each.metadata.name ?? "") && !isLeaving(each) && this.#isOwn(each, nodeName),
    );
    const kept = unneeded.filter((each) => this.#isInUse(each, node));
    const free = unneeded.filter((attachment) => !kept.includes(attachment));
    const detach = async (): Promise<void> => {
      // Nothing is detached that the node's status still calls attached.
      if (node !== undefined) await this.#report(node, needed, names, kept);
      await eachTried(free, (attachment) => this.#detach(attachment));
    };
    await eachTried([() => eachTried(needed, attach), detach], (task) => task());
    return isWaiting || kept.length > 0;
  }

  /** @returns whether to try again */
  async #attach(name: string, node: string, needed: NeededVolume): Promise<boolean> {
    const { attachable, pods } = needed;
    const { client, informers, recorder } = this.#parts;
    const { name: volume, driver: attacher } = attachable;
    const others = informers
      .of<Attachment>(this.#ref)
      .by(attachedVolume, volume)
      .filter(({ spec }) => spec.nodeName !== node);
    if (isExclusive(attachable.volume) && others.length > 0) {
      const told = this.#told.get(node);
      if (told?.has(name)) return true;
      told?.add(name);
      const holders = others
        .flatMap(({ spec }) => usersOn(this.#parts, spec.nodeName))
        .filter((pod) => this.#volumes.of(pod).attachable.some((each) => each.name === volume));
      for (const pod of pods) recorder.record(pod, "Warning", "FailedAttachVolume", conflictOf(volume, pod, holders));
      return true;
    }
    const { group, version } = this.#ref;
    const spec = { attacher, nodeName: node, source: { persistentVolumeName: volume } };
    try {
      const type = { apiVersion: `${group}/${version}`, kind: "VolumeAttachment" };
      await client.create(this.#ref, { ...type, metadata: { name }, spec });
    } catch (error) {
      if (isApiError(error, "AlreadyExists")) return false;
      const plugin = this.#parts.vocabulary.render("{labelDomain}/csi");
      this.#recordFailure(needed, `${plugin}: attacher.Attach failed: ${messageOf(error)}`);
      throw error;
    }
    return false;
  }

  #recordFailure({ attachable, pods }: NeededVolume, detail: string | undefined): void {
    if (detail === undefined) return;
    const message = `AttachVolume.Attach failed for volume ${JSON.stringify(attachable.name)} : ${detail}`;
    for (const pod of pods) this.#parts.recorder.record(pod, "Warning", "FailedAttachVolume", message);
  }

  async #report(
    node: ApiObject,
    needed: ReadonlyMap<string, NeededVolume>,
    there: ReadonlyMap<string, Attachment>,
    kept: readonly Attachment[],
  ): Promise<void> {
    const attached = [...needed].flatMap(([name, volume]) => {
      const attachment = there.get(name);
      return attachment?.status?.attached === true && !isLeaving(attachment) ? [volume] : [];
    });
    const leaving = kept.flatMap((attachment) => this.#volumes.ofAttachment(attachment) ?? []);
    const all = [...attached.map(({ attachable }) => attachable), ...leaving];
    const come = await reportAttached(this.#parts, node, all);
    for (const { attachable, pods } of attached) {
      if (!come.has(attachable.uniqueName)) continue;
      const message = `AttachVolume.Attach succeeded for volume ${JSON.stringify(attachable.name)} `;
      for (const pod of pods) this.#parts.recorder.record(pod, "Normal", "SuccessfulAttachVolume", message);
    }
  }

  /** Whether this controller created an attachment; others are left alone. */
  #isOwn(attachment: Attachment, node: string): boolean {
    const { name = "" } = attachment.metadata;
    const attachable = this.#volumes.ofAttachment(attachment);
    return attachable === undefined ? /^csi-[0-9a-f]{64}$/.test(name) : attachmentName(attachable, node) === name;
  }

  /**
   * Whether the node still uses a volume according to its status. The status of an unhealthy node is trusted only for a
   * while.
   */
  #isInUse(attachment: Attachment, object: ApiObject | undefined): boolean {
    const { name = "" } = attachment.metadata;
    const node = object as Node | undefined;
    const uniqueName = this.#volumes.ofAttachment(attachment)?.uniqueName ?? "";
    const since = this.#waiting.get(name) ?? this.#parts.now();
    this.#waiting.delete(name);
    if (!(node?.status?.volumesInUse ?? []).includes(uniqueName) || this.#isOutOfService(node)) return false;
    if (!isHealthy(node) && this.#parts.now() - since >= MAX_UNMOUNT_WAIT) return false;
    this.#waiting.set(name, since);
    return true;
  }

  /** Whether an administrator marked the node as permanently shut down, by the out-of-service taint. */
  #isOutOfService(node: Node | undefined): boolean {
    const taint = this.#parts.vocabulary.render("node.{labelDomain}/out-of-service");
    return (node?.spec?.taints ?? []).some(({ key }) => key === taint);
  }

  async #detach({ metadata }: Attachment): Promise<void> {
    await ignoring(["NotFound"], this.#parts.client.delete({ ...this.#ref, name: metadata.name }));
  }
}
