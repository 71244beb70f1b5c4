import { isApiError } from "../../../../shared/status.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { CLAIMS, type Claim, type Volume } from "../../volumes/kinds.ts";
import { hasModeOf } from "../../volumes/matchVolume.ts";
import type { ClaimSync } from "./claimSync.ts";
import { withDeletionFinalizer, withSuccessor } from "./migrationMarks.ts";
import type { BindingParts } from "./parts.ts";
import type { Reclaiming } from "./reclaiming.ts";

/** Writes the phase of volumes, and frees or reclaims volumes whose claims are gone. */
export class VolumeSync {
  readonly #parts: BindingParts;
  readonly #claims: ClaimSync;
  readonly #reclaiming: Reclaiming;

  constructor(parts: BindingParts, claims: ClaimSync, reclaiming: Reclaiming) {
    this.#parts = parts;
    this.#claims = claims;
    this.#reclaiming = reclaiming;
  }

  /** @returns whether to check again later, because the volume waits for something. @throws ApiError, Error */
  async sync(given: Volume): Promise<boolean> {
    const { annotations, writes } = this.#parts;
    const provisioner = given.metadata.annotations?.[annotations.provisionedBy];
    const marked = withDeletionFinalizer(this.#parts, withSuccessor(this.#parts, given, provisioner), provisioner);
    const volume = marked === given ? given : await writes.updateVolume(marked);
    const uid = volume.spec?.claimRef?.uid ?? "";
    if (uid === "") {
      await writes.volumePhase(volume, "Available");
      return false;
    }
    const claim = await this.#claimOf(volume);
    if (claim === undefined) return this.#release(volume);
    const bound = claim.spec?.volumeName ?? "";
    if (bound === volume.metadata.name) {
      await writes.volumePhase(volume, "Bound");
      return false;
    }
    if (bound === "") return this.#finish(volume, claim);
    const isMade = volume.metadata.annotations?.[annotations.provisionedBy] !== undefined;
    // It was created for a claim that has been bound to another volume, so it is not needed.
    if (isMade && volume.spec?.persistentVolumeReclaimPolicy === "Delete") return this.#release(volume);
    await writes.unbind(volume);
    return false;
  }

  /** Finishes a binding that is written to the volume, but not to the claim yet. */
  async #finish(volume: Volume, claim: Claim): Promise<boolean> {
    if (hasModeOf(volume, claim)) return this.#claims.sync(claim);
    const { recorder } = this.#parts;
    const [volumeName, claimName] = [volume, claim].map(({ metadata }) => JSON.stringify(metadata.name));
    const logBinding = (object: Claim | Volume, subject: string): void =>
      recorder.record(object, "Warning", "VolumeMismatch", `Cannot bind ${subject} due to incompatible volumeMode.`);
    logBinding(volume, `PersistentVolume to requested PersistentVolumeClaim ${claimName}`);
    logBinding(claim, `PersistentVolume ${volumeName} to requested PersistentVolumeClaim`);
    return true;
  }

  async #release(volume: Volume): Promise<boolean> {
    const phase = volume.status?.phase;
    // The cause of a failure stays visible while it is retried.
    const isKnown = phase === "Released" || phase === "Failed";
    return this.#reclaiming.reclaim(isKnown ? volume : await this.#parts.writes.volumePhase(volume, "Released"));
  }

  /** The claim of a volume; undefined when it is gone, even if another claim has its name. */
  async #claimOf({ spec, status }: Volume): Promise<Claim | undefined> {
    const { informers, client } = this.#parts;
    const { namespace = "", name = "", uid } = spec?.claimRef ?? {};
    const known = informers.of(CLAIMS).get(namespace, name);
    if (known?.metadata.uid === uid) return known && decoded<Claim>(known);
    if (status?.phase === "Released" || status?.phase === "Failed") return undefined;
    // Before a volume is released, the store is read: the cached claim may be outdated.
    try {
      const stored = await client.get({ ...CLAIMS, namespace, name });
      return stored.metadata.uid === uid ? decoded<Claim>(stored) : undefined;
    } catch (error) {
      if (isApiError(error, "NotFound")) return undefined;
      throw error;
    }
  }
}
