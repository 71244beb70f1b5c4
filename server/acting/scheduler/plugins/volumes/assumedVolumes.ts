import type { PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";

/** The bindings to make for the claims of a pod when it is placed on a node. */
export interface VolumePlan {
  readonly bind: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  readonly provision: readonly PersistentVolumeClaim[];
}

const keyOf = ({ metadata }: PersistentVolumeClaim): string => `${metadata?.namespace}/${metadata?.name}`;

/** Volumes and claims of pods that are being bound, until the API shows the result. */
export class AssumedVolumes {
  readonly #volumes = new Map<string, string>();
  readonly #nodes = new Map<string, string>();

  /** Names of volumes that are promised to a claim. */
  volumes(): Iterable<string> {
    return this.#volumes.keys();
  }

  /** The node for which a claim's volume is being provisioned. */
  nodeOf(claim: PersistentVolumeClaim): string | undefined {
    return this.#nodes.get(keyOf(claim));
  }

  add({ bind, provision }: VolumePlan, node: string): void {
    for (const { claim, volume } of bind) this.#volumes.set(volume.metadata?.name ?? "", keyOf(claim));
    for (const claim of provision) this.#nodes.set(keyOf(claim), node);
  }

  remove({ bind, provision }: VolumePlan): void {
    for (const { volume } of bind) this.#volumes.delete(volume.metadata?.name ?? "");
    for (const claim of provision) this.#nodes.delete(keyOf(claim));
  }
}
