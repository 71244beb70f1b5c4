import { randomUUID } from "node:crypto";
import type { Node, NodeCondition, NodeStatus } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { isOn } from "../../api/registry/features.ts";
import { decoded } from "../../api/registry/strategies/narrow.ts";
import { ensureCsiNode } from "./disks/csiNode.ts";
import { extendedAllocatable } from "./extendedResources.ts";
import { HEARTBEAT, NodeLease } from "./heartbeat.ts";
import type { NodeAgentParts } from "./nodeAgentParts.ts";
import { arrived, changedConditionReasons } from "./nodeEvents.ts";
import type { NodeFaults } from "./nodeFaults.ts";
import { nodeObject, nodeStatus } from "./nodeObject.ts";
import type { ImageStore } from "./pods/images/imageStore.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
/** Milliseconds between two full status reports of a node on which nothing changes. */
const REPORT = 300_000;
/** Milliseconds between two attempts of a disconnected node to reconnect. */
const RECONNECT = 1_000;
/** Maximum number of images in a node's status. */
const MAX_IMAGES = 50;

/** Reports a node to the API: registers it, renews its lease, and updates its status. */
export class NodePresence {
  readonly #parts: NodeAgentParts;
  readonly #faults: NodeFaults;
  readonly #images: ImageStore;
  #reporting: Promise<void> | undefined;
  /** Whether the node was just registered and its status has not been reported yet. */
  #isNew = false;
  /** Whether the machine has rebooted and this has not been reported yet. */
  #isRebooted = false;
  /** Whether the node was unschedulable when last seen; undefined before. */
  #isCordoned: boolean | undefined;

  constructor(parts: NodeAgentParts, { faults, images }: { faults: NodeFaults; images: ImageStore }) {
    this.#parts = parts;
    this.#faults = faults;
    this.#images = images;
  }

  /** Registers the node, then renews its lease periodically until the signal aborts. Never rejects. */
  async show(signal: AbortSignal): Promise<void> {
    const { client, vocabulary, time, place, onError } = this.#parts;
    const lease = new NodeLease({ client, vocabulary, name: place.name, now: time.now, node: () => this.#node() });
    let reported = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      if (!this.#faults.isConnected) {
        await time.sleep(RECONNECT, signal);
        continue;
      }
      try {
        if (this.#node() === undefined) {
          await this.#register();
          reported = Number.NEGATIVE_INFINITY;
        }
        // The lease comes first: a node whose status is refused is still alive.
        await lease.renew();
        const isDue = time.now() - reported >= REPORT || this.#isRebooted;
        if (isDue || this.#isDoubted() || this.#hasOtherResources()) {
          await this.report();
          reported = time.now();
        }
        const node = this.#node();
        if (node !== undefined) await ensureCsiNode(this.#parts, node);
      } catch (error) {
        if (signal.aborted) return;
        onError(error, place.name);
      }
      await time.sleep(HEARTBEAT, signal);
    }
  }

  /** Takes the node's new state from the API: other components may have added resources to it. Never rejects. */
  nodeChanged(): void {
    if (this.#faults.isConnected) this.#recordSchedulable();
    if (this.#reporting !== undefined || !this.#faults.isConnected || !this.#hasOtherResources()) return;
    const { place, onError } = this.#parts;
    // A failed report is retried with the next heartbeat.
    this.#reporting = this.report()
      .catch((error: unknown) => onError(error, place.name))
      .finally(() => {
        this.#reporting = undefined;
      });
  }

  /** Called when the machine has rebooted. */
  rebooted(): void {
    this.#isRebooted = true;
  }

  /** Writes an Event: the node evicts pods because a resource is short. */
  recordThreshold(resource: string): void {
    this.#recordEvent("Warning", "EvictionThresholdMet", `Attempting to reclaim ${resource}`);
  }

  /** Reports the node's status. */
  async report(): Promise<void> {
    const { client, features, place, profile, time } = this.#parts;
    const includesProxyVersion = !isOn(features, "DisableNodeKubeProxyVersion");
    const before = this.#status();
    const known = before.conditions ?? ([] as NodeCondition[]);
    const pressures = { memory: this.#faults.has("memoryPressure"), disk: this.#faults.has("diskPressure") };
    const isRebooted = this.#isRebooted;
    const bootID = isRebooted ? randomUUID() : before.nodeInfo?.bootID || place.name;
    const status = nodeStatus(place, profile, {
      known,
      pressures,
      bootID,
      includesProxyVersion: includesProxyVersion,
      now: time.now(),
    });
    const allocatable = { ...(status["allocatable"] as object), ...extendedAllocatable(before, profile) };
    const images = this.#images.list.slice(0, MAX_IMAGES);
    // A merge would join addresses by type, of which a node of two IP families has two that are equal.
    const addresses = [...(status["addresses"] as readonly object[]), { $patch: "replace" }];
    const patch = { status: { ...status, addresses, allocatable, images } };
    const ref = { ...NODES, name: place.name, subresource: "status" };
    const node = await client.patch(ref, patch, { type: "strategic" });
    if (isRebooted) this.#recordReboot(bootID);
    const conditions = decoded<Node>(node).status?.conditions ?? [];
    for (const reason of this.#isNew ? arrived(conditions) : changedConditionReasons(known, conditions))
      this.#recordStatus(reason);
    this.#isNew = false;
  }

  #recordReboot(bootID: string): void {
    this.#isRebooted = false;
    this.#recordStart();
    this.#recordEvent("Warning", "Rebooted", `Node ${this.#parts.place.name} has been rebooted, boot id: ${bootID}`);
  }

  #recordStart(): void {
    this.#recordEvent("Normal", "Starting", this.#parts.vocabulary.render("Starting {prefix}let."));
  }

  #recordStatus(reason: string): void {
    this.#recordEvent("Normal", reason, `Node ${this.#parts.place.name} status is now: ${reason}`);
  }

  /** As in the reference, the kubelet's node Events use the node's name as the uid, too. */
  #recordEvent(type: "Normal" | "Warning", reason: string, message: string): void {
    const { name } = this.#parts.place;
    this.#parts.recorder.record({ kind: "Node", metadata: { name, uid: name } }, type, reason, message);
  }

  /** Writes an Event when users have cordoned or uncordoned the node. */
  #recordSchedulable(): void {
    const node = this.#node();
    const isCordoned = (node && decoded<Node>(node).spec?.unschedulable) ?? false;
    const before = this.#isCordoned;
    this.#isCordoned = isCordoned;
    // The state at the start is not a change.
    if (node === undefined || before === undefined || before === isCordoned) return;
    this.#recordStatus(isCordoned ? "NodeNotSchedulable" : "NodeSchedulable");
  }

  #node(): ApiObject | undefined {
    return this.#parts.informers.of(NODES).get("", this.#parts.place.name);
  }

  /** The node's status in the API. */
  #status(): NodeStatus {
    const node = this.#node();
    return (node === undefined ? undefined : decoded<Node>(node).status) ?? {};
  }

  #hasOtherResources(): boolean {
    return Object.keys(extendedAllocatable(this.#status(), this.#parts.profile)).length > 0;
  }

  /** Whether another component has marked the node as not ready. */
  #isDoubted(): boolean {
    return (this.#status().conditions ?? []).some(({ type, status }) => type === "Ready" && status !== "True");
  }

  async #register(): Promise<void> {
    const { client, place, profile, vocabulary, informers } = this.#parts;
    const object = nodeObject(place, profile, vocabulary);
    try {
      await client.create(NODES, object);
      this.#recordStart();
      this.#recordEvent("Normal", "NodeAllocatableEnforced", "Updated Node Allocatable limit across pods");
      this.#isNew = true;
    } catch (error) {
      if (!isApiError(error, "AlreadyExists")) throw error;
    }
    await informers.fresh();
  }
}
