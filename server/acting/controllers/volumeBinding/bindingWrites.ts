import type { PersistentVolumeClaimStatus, PersistentVolumeStatus } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { canonicalQuantity, QuantityError } from "../../../../shared/quantity.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { isSameAmount } from "../../../ground/formats/quantity.ts";
import type { VolumeAnnotations } from "../../volumes/annotations.ts";
import { claimedVolume } from "../../volumes/claimedVolume.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { isFor } from "../../volumes/matchVolume.ts";
import type { InformedParts } from "../controller.ts";

/** An Event about a change: its type, reason and message. */
export type EventContent = readonly ["Normal" | "Warning", string, string];

const storageOf = (amounts: Record<string, string> | undefined): string | undefined => amounts?.["storage"];

/**
 * Writes claims and volumes, each only when something changes. All methods throw ApiError; the next round retries
 * conflicts.
 */
export class BindingWrites {
  readonly #parts: Pick<InformedParts, "client" | "recorder">;
  readonly #annotations: VolumeAnnotations;

  constructor(parts: Pick<InformedParts, "client" | "recorder">, annotations: VolumeAnnotations) {
    this.#parts = parts;
    this.#annotations = annotations;
  }

  /** Binds a volume and a claim to each other. The volume is written first, because another claim could take it. */
  async bind(volume: Volume, claim: Claim): Promise<void> {
    const claimed = await this.volumePhase(await this.#claimVolume(volume, claim), "Bound");
    await this.claimPhase(await this.#nameVolume(claim, claimed), "Bound", { volume: claimed });
  }

  /**
   * Frees a volume. If the controller chose the claim, the reference to it is removed; if a user chose it, only the
   * reference's uid is.
   */
  async unbind(volume: Volume): Promise<void> {
    const { boundByController } = this.#annotations;
    const { metadata } = volume;
    const { claimRef, ...spec } = volume.spec ?? {};
    let freed: Volume;
    if (metadata.annotations?.[boundByController] === undefined) {
      const { uid: _, ...unbound } = claimRef ?? {};
      freed = { ...volume, spec: { ...spec, claimRef: unbound } };
    } else {
      const { [boundByController]: _, ...annotations } = metadata.annotations;
      freed = { ...volume, metadata: { ...metadata, annotations }, spec };
    }
    await this.volumePhase(await this.updateVolume(freed), "Available");
  }

  /** @param event the Event about the change of phase, if any */
  async volumePhase(volume: Volume, phase: string, event?: EventContent): Promise<Volume> {
    if (volume.status?.phase === phase) return volume;
    const status: PersistentVolumeStatus = { ...volume.status, phase };
    delete status.message;
    if (event !== undefined) status.message = event[2];
    const { client, recorder } = this.#parts;
    const { name = "" } = volume.metadata;
    const next = decoded<Volume>(
      await client.update({ ...VOLUMES, name, subresource: "status" }, { ...volume, status }),
    );
    if (event !== undefined) recorder.record(next, ...event);
    return next;
  }

  /** @param volume the source of the claim's capacity and access modes; without a volume, the claim has none */
  async claimPhase(
    claim: Claim,
    phase: string,
    { volume, event }: { readonly volume?: Volume; readonly event?: EventContent } = {},
  ): Promise<Claim> {
    const status = claimStatus(claim, phase, volume, this.#annotations);
    if (deepEqual(status, claim.status ?? {})) return claim;
    const { client, recorder } = this.#parts;
    const { namespace = "", name = "" } = claim.metadata;
    const ref = { ...CLAIMS, namespace, name, subresource: "status" };
    const next = decoded<Claim>(await client.update(ref, { ...claim, status }));
    if (event !== undefined && claim.status?.phase !== phase) recorder.record(next, ...event);
    return next;
  }

  async updateClaim(claim: Claim): Promise<Claim> {
    const { namespace = "", name = "" } = claim.metadata;
    return decoded<Claim>(await this.#parts.client.update({ ...CLAIMS, namespace, name }, claim));
  }

  async updateVolume(volume: Volume): Promise<Volume> {
    return decoded<Volume>(await this.#parts.client.update({ ...VOLUMES, name: volume.metadata.name ?? "" }, volume));
  }

  async #claimVolume(volume: Volume, claim: Claim): Promise<Volume> {
    if (isFor(volume, claim) && volume.spec?.claimRef?.uid === claim.metadata.uid) return volume;
    return this.updateVolume(claimedVolume(volume, claim, this.#annotations));
  }

  async #nameVolume(claim: Claim, { metadata: { name } }: Volume): Promise<Claim> {
    const { bindCompleted, boundByController } = this.#annotations;
    const { annotations = {} } = claim.metadata;
    const isNamed = claim.spec?.volumeName === name;
    if (isNamed && annotations[bindCompleted] !== undefined) return claim;
    return this.updateClaim({
      ...claim,
      metadata: {
        ...claim.metadata,
        annotations: { ...(isNamed ? {} : { [boundByController]: "yes" }), [bindCompleted]: "yes", ...annotations },
      },
      spec: { ...claim.spec, volumeName: name },
    });
  }
}

function claimStatus(
  claim: Claim,
  phase: string,
  volume: Volume | undefined,
  annotations: VolumeAnnotations,
): PersistentVolumeClaimStatus {
  const { accessModes: _, capacity, ...rest } = claim.status ?? {};
  if (volume === undefined) return { ...rest, phase };
  const accessModes = volume.spec?.accessModes ?? [];
  // For a bound claim, the capacity in its status reports how far its file system has grown.
  const size = claim.status?.phase === phase ? capacity : capacityIn(volume, capacity, annotations);
  return { ...rest, phase, accessModes, ...(size === undefined ? {} : { capacity: size }) };
}

/** The capacity of a claim that is bound to a volume: that of the volume, or of its file system if it has yet to grow. */
function capacityIn({ metadata, spec }: Volume, known: Record<string, string> | undefined, words: VolumeAnnotations) {
  const ofVolume = storageOf(spec?.capacity);
  const { [words.preResizeCapacity]: ofFileSystem } = metadata.annotations ?? {};
  if (ofFileSystem !== undefined) {
    const storage = canonicalOf(ofFileSystem) ?? ofVolume;
    return storage === undefined ? known : { ...known, storage };
  }
  return ofVolume === undefined || isSameAmount(storageOf(known), ofVolume) ? known : spec?.capacity;
}

/** A quantity in its canonical form; undefined for a text that is not a quantity. */
function canonicalOf(text: string): string | undefined {
  try {
    return canonicalQuantity(text);
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}
