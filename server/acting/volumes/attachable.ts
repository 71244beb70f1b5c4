import { createHash } from "node:crypto";
import type { Pod } from "kubernetes-types/core/v1";
import type { CSIDriver } from "kubernetes-types/storage/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { Informers } from "../informers/informers.ts";
import type { Attachment } from "./attachments.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "./kinds.ts";
import { usedClaims } from "./usedClaims.ts";

/** An index function: the node of a pod or of an attachment. */
export const nodeOf = (object: ApiObject): string[] => [
  (object["spec"] as { nodeName?: string } | undefined)?.nodeName ?? "",
];

/** A volume that a driver attaches to nodes. */
export interface AttachableVolume {
  readonly volume: Volume;
  readonly name: string;
  readonly driver: string;
  /** Its name in a node's status. */
  readonly uniqueName: string;
}

/** The volumes of a pod's claims on a node. */
export interface PodVolumes {
  /** Whether every claim exists and is bound. */
  readonly isBound: boolean;
  readonly attachable: readonly AttachableVolume[];
}

/** Finds the volumes of pods that must be attached to the pods' nodes. */
export class AttachableVolumes {
  readonly #informers: Informers;
  readonly #vocabulary: Vocabulary;

  constructor(informers: Informers, vocabulary: Vocabulary) {
    this.#informers = informers;
    this.#vocabulary = vocabulary;
  }

  of(pod: ApiObject): PodVolumes {
    const { namespace = "", name = "" } = pod.metadata;
    const spec = narrow<Pod>(pod).spec ?? { containers: [] };
    const attachable: AttachableVolume[] = [];
    let isBound = true;
    for (const used of usedClaims({ spec, name })) {
      const claim = this.#informers.of(CLAIMS).get(namespace, used.name) as Claim | undefined;
      const volume = this.#informers.of(VOLUMES).get("", claim?.spec?.volumeName ?? "") as Volume | undefined;
      const isClaimed = claim?.status?.phase === "Bound" && volume?.spec?.claimRef?.uid === claim.metadata.uid;
      if (volume === undefined || !isClaimed) {
        isBound = false;
        continue;
      }
      const needed = this.ofVolume(volume);
      if (needed !== undefined) attachable.push(needed);
    }
    return { isBound, attachable };
  }

  /** The volume of an attachment; undefined when it was deleted, or has no driver. */
  ofAttachment({ spec }: Attachment): AttachableVolume | undefined {
    const volume = this.#informers.of(VOLUMES).get("", spec.source.persistentVolumeName ?? "") as Volume | undefined;
    return volume && this.ofVolume(volume);
  }

  /** What must be attached so that a volume can be used; undefined when its driver needs no attachment. */
  ofVolume(volume: Volume): AttachableVolume | undefined {
    const { driver, volumeHandle } = volume.spec?.csi ?? {};
    if (driver === undefined || volumeHandle === undefined) return undefined;
    const { render } = this.#vocabulary;
    const drivers = this.#informers.of({ group: render("storage.{domain}"), resource: "csidrivers" });
    const declared = drivers.get("", driver) as unknown as CSIDriver | undefined;
    if (declared?.spec.attachRequired === false) return undefined;
    const uniqueName = render(`{labelDomain}/csi/${driver}^${volumeHandle}`);
    return { volume, name: volume.metadata.name ?? "", driver, uniqueName };
  }
}

/** The name of the attachment of a volume to a node; it is deterministic, so every creator uses the same name. */
export function attachmentName({ volume, driver }: AttachableVolume, node: string): string {
  const { volumeHandle = "" } = volume.spec?.csi ?? {};
  return `csi-${createHash("sha256").update(`${volumeHandle}${driver}${node}`).digest("hex")}`;
}
