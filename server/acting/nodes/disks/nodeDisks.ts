import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Informers } from "../../informers/informers.ts";
import { type AttachableVolume, AttachableVolumes } from "../../volumes/attachable.ts";
import type { Volume } from "../../volumes/kinds.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";

const NODES = { group: "", resource: "nodes" };

export interface NodeDisksParts {
  readonly informers: Informers;
  readonly vocabulary: Vocabulary;
  /** The node's name. */
  readonly name: string;
}

/** Tracks which volumes the pods of a node use, and whether they are usable yet. */
export class NodeDisks {
  readonly #parts: NodeDisksParts;
  readonly #volumes: AttachableVolumes;
  /** Pods that use claims, by uid. */
  readonly #pods = new Map<string, ApiObject>();
  readonly #waiting = new Map<() => void, ApiObject>();

  constructor(parts: NodeDisksParts) {
    this.#parts = parts;
    this.#volumes = new AttachableVolumes(parts.informers, parts.vocabulary);
  }

  /** Adds a pod that is on the node. @returns whether it uses claims */
  hold(pod: ApiObject): boolean {
    if (claimKeysOf(pod).length === 0) return false;
    this.#pods.set(pod.metadata.uid ?? "", pod);
    return true;
  }

  /** Removes a pod that has stopped using its volumes. @returns whether it used claims */
  release(uid: string): boolean {
    return this.#pods.delete(uid);
  }

  /** The names of the volumes in use, in the form of a node's status. */
  inUse(): string[] {
    const names = [...this.#pods.values()].flatMap((pod) =>
      this.#volumes.of(pod).attachable.map(({ uniqueName }) => uniqueName),
    );
    return [...new Set(names)].sort();
  }

  /** The pods on this node that use a claim and have it ready, by the claim's `namespace/name`. */
  usersOf(claim: string): ApiObject[] {
    return [...this.#pods.values()].filter((pod) => claimKeysOf(pod).includes(claim) && this.#isReady(pod));
  }

  /** Resolves when all volumes of a pod exist and are attached, or when `signal` aborts. Never rejects. */
  async untilReady(pod: ApiObject, signal: AbortSignal): Promise<void> {
    if (signal.aborted || claimKeysOf(pod).length === 0 || this.#isReady(pod)) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        signal.removeEventListener("abort", finish);
        this.#waiting.delete(finish);
        resolve();
      };
      signal.addEventListener("abort", finish);
      this.#waiting.set(finish, pod);
    });
  }

  /** Checks waiting pods again, because something they may be waiting for has changed. */
  checkDisks(): void {
    for (const [finish, pod] of [...this.#waiting]) if (this.#isReady(pod)) finish();
  }

  /** Whether a volume needs no attachment, or is attached. */
  isAttached(volume: Volume): boolean {
    const needed = this.#volumes.ofVolume(volume);
    return needed === undefined || this.#areAttached([needed]);
  }

  #isReady(pod: ApiObject): boolean {
    const { isBound, attachable } = this.#volumes.of(pod);
    return isBound && this.#areAttached(attachable);
  }

  #areAttached(attachable: readonly AttachableVolume[]): boolean {
    if (attachable.length === 0) return true;
    const node = this.#parts.informers.of(NODES).get("", this.#parts.name) as Node | undefined;
    const attached = new Set((node?.status?.volumesAttached ?? []).map(({ name }) => name));
    return attachable.every(({ uniqueName }) => attached.has(uniqueName));
  }
}
