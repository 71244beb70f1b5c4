import type { StorageClass } from "kubernetes-types/storage/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { defaultClass } from "../../../access/admission/builtIn/defaultClass.ts";
import { defaultStorageClassMarks } from "../../../access/admission/builtIn/defaultStorageClass.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../informers/informers.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { isFor } from "../../volumes/matchVolume.ts";
import { classOf, statesClass } from "../../volumes/storageClass.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";
import { isTerminated } from "../pods/podState.ts";
import { withSuccessor } from "./migrationMarks.ts";
import type { BindingParts } from "./parts.ts";
import { askProvisioner } from "./provisioning.ts";
import { bestVolume, unsuitability } from "./suitability.ts";

const PODS = { group: "", resource: "pods" };

/** Binds claims to volumes, and updates bound claims. */
export class ClaimSync {
  readonly #parts: BindingParts;
  readonly #volumes: Informer;
  readonly #classes: Informer;

  constructor(parts: BindingParts) {
    const { informers, vocabulary } = parts;
    this.#parts = parts;
    this.#volumes = informers.of(VOLUMES);
    this.#classes = informers.of({ group: vocabulary.render("storage.{domain}"), resource: "storageclasses" });
  }

  /** @returns whether to check again later, because the claim waits for something. @throws ApiError, Error */
  async sync(given: Claim): Promise<boolean> {
    const { annotations, writes } = this.#parts;
    const marks = given.metadata.annotations;
    const provisioner = marks?.[annotations.provisioner] ?? marks?.[annotations.betaProvisioner];
    const marked = withSuccessor(this.#parts, given, provisioner);
    const claim = marked === given ? given : await writes.updateClaim(marked);
    if (claim.metadata.annotations?.[annotations.bindCompleted] !== undefined) {
      await this.#syncBound(claim);
      return false;
    }
    return (claim.spec?.volumeName ?? "") === "" ? this.#findVolume(claim) : this.#takeVolume(claim);
  }

  /** Handles a claim that takes any suitable volume. */
  async #findVolume(claim: Claim): Promise<boolean> {
    const { annotations, candidates, recorder, writes } = this.#parts;
    const storageClass = this.#classOf(claim);
    const isDelayed = storageClass?.volumeBindingMode === "WaitForFirstConsumer";
    const volumes = candidates.for(claim).map((volume) => decoded<Volume>(volume as ApiObject));
    const volume = bestVolume(claim, volumes, annotations, isDelayed);
    if (volume !== undefined) {
      await writes.bind(volume, claim);
      return false;
    }
    if (await this.#assignDefaultClass(claim)) return true;
    if (isDelayed && claim.metadata.annotations?.[annotations.selectedNode] === undefined) {
      recorder.record(claim, "Normal", ...this.#pendingReason(claim));
    } else if (classOf(claim, annotations) !== "") {
      await askProvisioner(this.#parts, claim, storageClass);
      return true;
    } else {
      const detail = "no persistent volumes available for this claim and no storage class is set";
      recorder.record(claim, "Normal", "FailedBinding", detail);
    }
    await writes.claimPhase(claim, "Pending");
    return true;
  }

  /** Handles a claim that names its volume. */
  async #takeVolume(claim: Claim): Promise<boolean> {
    const { annotations, recorder, writes } = this.#parts;
    const volume = this.#volume(claim);
    if (volume === undefined) {
      await writes.claimPhase(claim, "Pending");
      return true;
    }
    const quoted = JSON.stringify(volume.metadata.name);
    const { claimRef } = volume.spec ?? {};
    if (claimRef === undefined) {
      const detail = unsuitability(volume, claim, annotations);
      if (detail === undefined) {
        await writes.bind(volume, claim);
        return false;
      }
      recorder.record(claim, "Warning", "VolumeMismatch", `Cannot bind to requested volume ${quoted}: ${detail}`);
      await writes.claimPhase(claim, "Pending");
      return true;
    }
    if (isFor(volume, claim)) {
      await writes.bind(volume, claim);
      return false;
    }
    recorder.record(claim, "Warning", "FailedBinding", `volume ${quoted} already bound to a different claim.`);
    if (claim.metadata.annotations?.[annotations.boundByController] === undefined) {
      await writes.claimPhase(claim, "Pending");
      return true;
    }
    const [own, other] = [keyOf(claim), `${claimRef.namespace}/${claimRef.name}`].map((key) => JSON.stringify(key));
    throw new Error(`invalid binding of claim ${own} to volume ${quoted}: volume already claimed by ${other}`);
  }

  async #syncBound(claim: Claim): Promise<void> {
    const { writes } = this.#parts;
    const lose = (reason: string, message: string) =>
      writes.claimPhase(claim, "Lost", { event: ["Warning", reason, message] });
    if ((claim.spec?.volumeName ?? "") === "") {
      await lose("ClaimLost", "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
      return;
    }
    const volume = this.#volume(claim);
    if (volume === undefined) {
      await lose("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    } else if (volume.spec?.claimRef === undefined || volume.spec.claimRef.uid === claim.metadata.uid) {
      await writes.bind(volume, claim);
    } else {
      const message = "Two claims are bound to the same volume, this one is bound incorrectly";
      await lose("ClaimMisbound", message);
    }
  }

  /** Sets the default class of a claim that names none: the default may have been created after the claim. */
  async #assignDefaultClass(claim: Claim): Promise<boolean> {
    const { annotations, vocabulary, writes } = this.#parts;
    if (statesClass(claim, annotations)) return false;
    const name = defaultClass(this.#classes.list(), defaultStorageClassMarks(vocabulary))?.metadata.name;
    if (name === undefined) return false;
    await writes.updateClaim({ ...claim, spec: { ...claim.spec, storageClassName: name } });
    return true;
  }

  /** The reason and message for a claim whose volume is chosen when its pod is scheduled. */
  #pendingReason(claim: Claim): [string, string] {
    const users = this.#parts.informers.of(PODS).by(claimKeysOf, keyOf(claim));
    const names = users
      .filter((pod) => (pod["spec"] as { nodeName?: string }).nodeName === undefined && !isTerminated(pod))
      .map(({ metadata }) => metadata.name);
    if (names.length === 0) return ["WaitForFirstConsumer", "waiting for first consumer to be created before binding"];
    return ["WaitForPodScheduled", `waiting for pod${names.length > 1 ? "s" : ""} ${names.join(",")} to be scheduled`];
  }

  #volume(claim: Claim): Volume | undefined {
    const object = this.#volumes.get("", claim.spec?.volumeName ?? "");
    return object && decoded<Volume>(object);
  }

  #classOf(claim: Claim): StorageClass | undefined {
    const object = this.#classes.get("", classOf(claim, this.#parts.annotations));
    return object && decoded<StorageClass>(object);
  }
}
