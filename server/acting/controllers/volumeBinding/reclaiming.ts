import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { isOn } from "../../../api/registry/features.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { CLAIMS, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { inTreeName } from "../../volumes/migratedPlugins.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";
import { ignoring } from "../ignoring.ts";
import { isTerminated } from "../pods/podState.ts";
import { withoutDeletionFinalizer } from "./migrationMarks.ts";
import type { BindingParts } from "./parts.ts";
import { HOST_PATH, NOT_PROVISIONABLE } from "./provisioning.ts";
import { isRecyclable, Recycling } from "./recycling.ts";

const PODS = { group: "", resource: "pods" };

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

  /** Whether a pod was started that empties a volume. */
  isRecycling(name: string): boolean {
    return this.#recycling.isStarted({ metadata: { name } });
  }

  stop(): void {
    this.#recycling.stop();
  }

  /** Called when a volume was deleted, or a pod of a deleted volume has changed. @throws ApiError */
  async abandon(name: string): Promise<void> {
    await this.#recycling.abandon({ metadata: { name } });
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
        const message = "Volume has unrecognized PersistentVolumeReclaimPolicy";
        await this.#parts.writes.volumePhase(volume, "Failed", ["Warning", "VolumeUnknownReclaimPolicy", message]);
        return false;
      }
    }
  }

  async #delete(volume: Volume): Promise<boolean> {
    const { annotations, client, features, vocabulary, writes } = this.#parts;
    const { name = "" } = volume.metadata;
    const honorsPolicy = isOn(features, "HonorPVReclaimPolicy");
    const maker = volume.metadata.annotations?.[annotations.provisionedBy] ?? "";
    const plugin = inTreeName(maker, vocabulary);
    // The external driver that created the volume deletes it.
    if (maker === "" ? honorsPolicy && volume.spec?.csi !== undefined : plugin === undefined) return false;
    if (volume.metadata.deletionTimestamp !== undefined && !honorsPolicy) return false;
    const detail = deletionFailure(volume, plugin, maker);
    if (detail !== undefined) {
      await writes.volumePhase(volume, "Failed", ["Warning", "VolumeFailedDelete", detail]);
      return true;
    }
    const released = honorsPolicy ? withoutDeletionFinalizer(this.#parts, volume) : volume;
    if (released !== volume) await ignoring(["NotFound"], writes.updateVolume(released));
    await ignoring(["NotFound"], client.delete({ ...VOLUMES, name }));
    return false;
  }

  async #recycle(volume: Volume): Promise<boolean> {
    const { recorder, writes } = this.#parts;
    const users = this.#recycling.isUnderWay(volume) ? [] : this.#usersOf(volume);
    if (users.length > 0) {
      recorder.record(volume, "Normal", "VolumeFailedRecycle", `Volume is used by pods: ${users.join(",")}`);
      return true;
    }
    if (!isRecyclable(volume)) {
      const detail = "No recycler plugin found for the volume!";
      await writes.volumePhase(volume, "Failed", ["Warning", "VolumeFailedRecycle", detail]);
      return true;
    }
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

  /** The pods that still use a volume's claim. When there is a claim of that name, they mean that one. */
  #usersOf({ spec }: Volume): string[] {
    const { informers } = this.#parts;
    const { namespace = "", name = "" } = spec?.claimRef ?? {};
    if (informers.of(CLAIMS).get(namespace, name) !== undefined) return [];
    const pods = informers.of(PODS).by(claimKeysOf, `${namespace}/${name}`);
    return pods
      .filter((pod) => !isTerminated(pod))
      .map(keyOf)
      .sort();
  }
}

/**
 * Why the binder cannot delete the storage of a volume; undefined when it can.
 * @param plugin the plugin that provisioned the volume, undefined for a volume that a user created
 * @param maker the plugin's full name
 */
function deletionFailure({ metadata, spec = {} }: Volume, plugin: string | undefined, maker: string) {
  if (plugin !== undefined && plugin !== HOST_PATH) {
    const isKnown = NOT_PROVISIONABLE.has(plugin);
    return isKnown ? "no deletable volume plugin matched" : `no volume plugin matched name: ${maker}`;
  }
  const path = spec.hostPath?.path;
  // On a simulated machine there is nothing to remove.
  if (path !== undefined) {
    if (/\/tmp\/.+/.test(path)) return undefined;
    return `host_path deleter only supports /tmp/.+ but received provided ${path}`;
  }
  if (plugin !== undefined) {
    const problem = "spec.PersistentVolumeSource.HostPath is nil";
    return `failed to create deleter for volume ${quoted(metadata.name ?? "")}: ${problem}`;
  }
  const isKnown = KNOWN_SOURCES.some((source) => spec[source] !== undefined);
  const detail = isKnown ? "no deletable volume plugin matched" : "no volume plugin matched";
  return `error getting deleter volume plugin for volume ${quoted(metadata.name ?? "")}: ${detail}`;
}
