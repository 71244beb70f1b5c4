import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { Informers } from "../../informers/informers.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";
import { claimFailure } from "./claimFailure.ts";
import { growOnNode, isToGrow } from "./growOnNode.ts";
import { InUseReport } from "./inUseReport.ts";
import { NodeDisks } from "./nodeDisks.ts";

export interface NodeStorageParts {
  /** A client that acts as the node. */
  readonly client: ApiClient;
  readonly informers: Informers;
  readonly recorder: EventRecorder;
  readonly vocabulary: Vocabulary;
  readonly time: ProgramTime;
  /** The node's name. */
  readonly name: string;
  onError(error: unknown, key: string): void;
}

/**
 * Handles the volumes of claims for a node's agent: waits for them, reports which are in use, and grows their file
 * systems.
 */
export class NodeStorage {
  readonly #parts: NodeStorageParts;
  readonly #disks: NodeDisks;
  readonly #inUse: InUseReport;
  #isStopped = false;

  constructor(parts: NodeStorageParts) {
    const { informers, name } = parts;
    this.#parts = parts;
    this.#disks = new NodeDisks(parts);
    this.#inUse = new InUseReport({
      ...parts,
      node: () => informers.of({ group: "", resource: "nodes" }).get("", name),
      inUse: () => this.#disks.inUse(),
    });
  }

  /** Adds a pod that is on the node. */
  hold(pod: ApiObject): void {
    if (this.#disks.hold(pod)) this.#inUse.changed();
  }

  /** Removes a pod that has stopped using its volumes. */
  release(uid: string): void {
    if (this.#disks.release(uid)) this.#inUse.changed();
  }

  /** Called when the API reports a change of the node itself. */
  nodeChanged(): void {
    this.#disks.checkDisks();
    this.#inUse.changed();
  }

  /** Called when a claim that pods here use has changed. */
  claimChanged(claim: ApiObject): void {
    this.nodeChanged();
    void this.#grow(claim);
  }

  /** Resolves when the volumes of a pod's claims can be used, or when `signal` aborts. Never rejects. */
  async untilReady(pod: ApiObject, signal: AbortSignal): Promise<void> {
    await this.#disks.untilReady(pod, signal);
    if (signal.aborted) return;
    for (const { namespace, name } of claimKeysOf(pod).map(splitKey)) {
      const claim = this.#parts.informers.of(CLAIMS).get(namespace, name);
      if (claim !== undefined) await this.#grow(claim);
    }
  }

  /** Why the volumes of a pod's claims cannot be mounted, in the kubelet's words; undefined when nothing is wrong. */
  claimFailure(pod: NodePod): string | undefined {
    const { informers } = this.#parts;
    return claimFailure(pod, {
      claim: (namespace, name) => informers.of<Claim>(CLAIMS).get(namespace, name),
      volume: (name) => informers.of<Volume>(VOLUMES).get("", name),
      isAttached: (volume) => this.#disks.isAttached(volume),
    });
  }

  /** The volume that a claim is bound to. */
  boundVolume(namespace: string, claim: string): Volume | undefined {
    const { informers } = this.#parts;
    const { spec } = (informers.of(CLAIMS).get(namespace, claim) ?? {}) as Partial<Claim>;
    return informers.of<Volume>(VOLUMES).get("", spec?.volumeName ?? "");
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#inUse.stop();
  }

  /** Grows the file system of a volume that was expanded, once a pod here can use it. Never rejects. */
  async #grow(claim: ApiObject): Promise<void> {
    if (!isToGrow(claim)) return;
    const users = this.#disks.usersOf(keyOf(claim));
    if (users.length === 0) return;
    try {
      await growOnNode({ ...this.#parts, nodeName: this.#parts.name }, claim, users);
    } catch (error) {
      // On a conflict, another node was faster. After any other error, the next change triggers a retry.
      if (!isApiError(error, "Conflict") && !this.#isStopped) this.#parts.onError(error, keyOf(claim));
    }
  }
}
