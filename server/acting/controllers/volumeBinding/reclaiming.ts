import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { ignoring } from "../ignoring.ts";
import type { BindingParts } from "./parts.ts";
import { Recycling } from "./recycling.ts";

/** The volume sources that the reference's binder supports. */
const KNOWN_SOURCES: readonly (keyof PersistentVolumeSpec)[] = ["hostPath", "nfs", "local", "csi", "portworxVolume"];

/** Carries out the reclaim policy of released volumes. */
export class Reclaiming {
  readonly #parts: BindingParts;
  readonly #recycling: Recycling;

  constructor(parts: BindingParts) {
    this.#parts = parts;
    this.#recycling = new Recycling(parts);
  }

  /** @returns whether to check again later. @throws ApiError */
  async reclaim(volume: Volume): Promise<boolean> {
    if (volume.metadata.annotations?.[this.#parts.annotations.migratedTo]) return false;
    switch (volume.spec?.persistentVolumeReclaimPolicy) {
      case "Delete":
        return this.#delete(volume);
      case "Recycle":
        return this.#recycle(volume);
      case "Retain":
      case undefined:
        return false;
      default: {
        const message = "Volume has an unrecognized PersistentVolumeReclaimPolicy";
        await this.#parts.writes.volumePhase(volume, "Failed", ["Warning", "VolumeUnknownReclaimPolicy", message]);
        return false;
      }
    }
  }

  async #delete(volume: Volume): Promise<boolean> {
    const { annotations, client, vocabulary, writes } = this.#parts;
    const { name = "" } = volume.metadata;
    const maker = volume.metadata.annotations?.[annotations.provisionedBy] ?? "";
    // The external driver that created the volume deletes it.
    if (maker !== "" && !maker.startsWith(vocabulary.render("{labelDomain}/"))) return false;
    if (volume.metadata.deletionTimestamp !== undefined) return false;
    const detail = deletionFailure(volume);
    if (detail !== undefined) {
      await writes.volumePhase(volume, "Failed", ["Warning", "VolumeFailedDelete", detail]);
      return true;
    }
    await ignoring(["NotFound"], client.delete({ ...VOLUMES, name }));
    return false;
  }

  async #recycle(volume: Volume): Promise<boolean> {
    const { recorder, writes } = this.#parts;
    try {
      if (!(await this.#recycling.isClean(volume))) return true;
    } catch (error) {
      const detail = `Recycle failed: ${messageOf(error)}`;
      await writes.volumePhase(volume, "Failed", ["Warning", "VolumeFailedRecycle", detail]);
      return true;
    }
    recorder.record(volume, "Normal", "VolumeRecycled", "Volume recycled");
    await writes.unbind(volume);
    return false;
  }
}

/** Why the binder cannot delete the storage of a volume; undefined when it can. */
function deletionFailure({ metadata, spec = {} }: Volume): string | undefined {
  const path = spec.hostPath?.path;
  // On a simulated machine there is nothing to remove.
  if (path !== undefined) {
    if (/\/tmp\/.+/.test(path)) return undefined;
    return `host_path deleter only supports /tmp/.+ but received provided ${path}`;
  }
  const isKnown = KNOWN_SOURCES.some((source) => spec[source] !== undefined);
  const detail = isKnown ? "no deletable volume plugin matched" : "no volume plugin matched";
  return `error getting deleter volume plugin for volume ${quoted(metadata.name ?? "")}: ${detail}`;
}
