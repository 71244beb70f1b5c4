import type { PersistentVolume } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Informer } from "../informers/informers.ts";
import { keyOf } from "../informers/objectKey.ts";
import type { VolumeAnnotations } from "./annotations.ts";
import type { Claim, Volume } from "./kinds.ts";
import { classOf } from "./storageClass.ts";

/**
 * Volumes, indexed by the properties that decide which claims they can be bound to. Bound volumes do not slow down the
 * search for a free one.
 */
export class VolumeCandidates {
  readonly #volumes: Pick<Informer, "by" | "indexed">;
  readonly #annotations: VolumeAnnotations;
  readonly #placeOf = (object: ApiObject): string[] => {
    const { claimRef } = (object as Volume).spec ?? {};
    if (claimRef) return [claimPlace(`${claimRef.namespace ?? ""}/${claimRef.name ?? ""}`)];
    return [classPlace(classOf(object as Volume, this.#annotations))];
  };

  constructor(volumes: Pick<Informer, "by" | "indexed">, annotations: VolumeAnnotations) {
    this.#volumes = volumes;
    this.#annotations = annotations;
  }

  /** Builds the index for the other methods in advance, yielding to the event loop; resolves when it is ready. */
  indexed(): Promise<void> {
    return this.#volumes.indexed(this.#placeOf);
  }

  /** The volumes whose `claimRef` names the claim. @param key `namespace/name` */
  meantFor(key: string): Volume[] {
    return this.#volumes.by(this.#placeOf, claimPlace(key)) as Volume[];
  }

  /** Volumes that are reserved for the claim, and the free ones of its class. */
  for(claim: Pick<Claim, "metadata" | "spec">): PersistentVolume[] {
    const free = this.#volumes.by(this.#placeOf, classPlace(classOf(claim, this.#annotations)));
    return [...this.meantFor(keyOf(claim)), ...(free as Volume[])];
  }
}

const claimPlace = (key: string): string => `claim ${key}`;
const classPlace = (name: string): string => `class ${name}`;
