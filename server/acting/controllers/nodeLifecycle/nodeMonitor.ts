import type { Lease } from "kubernetes-types/coordination/v1";
import type { Node, Taint } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../informers/informers.ts";
import type { InformedParts } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { ignoring } from "../ignoring.ts";
import { nodeOfPod } from "../pods/podState.ts";
import type { NodeLifecycleOptions } from "./flags.ts";
import { Heartbeats, readiness, unknownConditions } from "./nodeHealth.ts";
import { changeTaints, evictingTaints, hasTaint, type TaintChange } from "./nodeTaints.ts";
import { TaintQueue } from "./taintQueue.ts";
import { markUnready } from "./unreadyPods.ts";
import { type ZoneCount, Zones, zoneOf } from "./zones.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };
/** Number of nodes that are checked concurrently. */
const BATCH = 8;
/** Maximum number of attempts to write the status of a silent node when others write at the same time. */
const TRIES = 5;

/** Checks all nodes together: which nodes are silent, which zones fail, and which nodes must get an evicting taint. */
export class NodeMonitor {
  readonly #parts: InformedParts;
  readonly #options: NodeLifecycleOptions;
  readonly #nodes: Informer;
  readonly #pods: Informer;
  readonly #leases: Informer;
  readonly #heartbeats: Heartbeats;
  readonly #zones: Zones;
  readonly #taints: ReturnType<typeof evictingTaints>;
  /** The queues of nodes that wait for a taint, by zone. */
  readonly #queues = new Map<string, TaintQueue>();
  /** The nodes at the last check, by name. */
  readonly #known = new Map<string, ApiObject>();
  /** Nodes of which some pods could not be marked. */
  readonly #unmarked = new Set<string>();

  constructor(parts: InformedParts, options: NodeLifecycleOptions) {
    const { informers, vocabulary } = parts;
    this.#parts = parts;
    this.#options = options;
    this.#nodes = informers.of(NODES);
    this.#pods = informers.of(PODS);
    this.#leases = informers.of({ group: vocabulary.render("coordination.{domain}"), resource: "leases" });
    this.#heartbeats = new Heartbeats(options);
    this.#zones = new Zones(options);
    this.#taints = evictingTaints(vocabulary);
  }

  /** Whether there are nodes to check now, or were at the last check. */
  get isNeeded(): boolean {
    return this.#known.size > 0;
  }

  /** Checks all nodes once. */
  async checkNodes(): Promise<void> {
    const nodes = this.#nodes.list();
    await this.#register(nodes);
    const counts = new Map<string, ZoneCount>();
    for (let start = 0; start < nodes.length; start += BATCH) {
      await Promise.all(nodes.slice(start, start + BATCH).map((node) => this.#checkNode(node, counts)));
    }
    const { now } = this.#parts;
    const { rates, begins, ends } = this.#zones.judge(counts);
    for (const [zone, rate] of rates) this.#queueOf(zone).setRate(rate, now());
    if (ends) for (const { metadata } of nodes) this.#heartbeats.recordHeartbeat(metadata.name ?? "", now());
    if (!begins) return;
    await this.#parts.informers.fresh();
    for (const node of this.#nodes.list()) await this.#attempt(node, () => this.#withdraw(node));
  }

  /**
   * Sets the taints that the rate limit permits.
   * @returns milliseconds until the next one; undefined when no node waits
   */
  async taint(): Promise<number | undefined> {
    const { now } = this.#parts;
    let next: number | undefined;
    for (const queue of this.#queues.values()) {
      for (let name = queue.take(now()); name !== undefined; name = queue.take(now())) {
        const node = this.#nodes.get("", name);
        if (node === undefined) continue;
        const isWritten = await this.#attempt(node, () => this.#evict(node));
        if (!isWritten) queue.add(name);
      }
      const wait = queue.wait(now());
      if (wait !== undefined) next = Math.min(wait, next ?? wait);
    }
    return next;
  }

  /** Handles nodes that were added or deleted. */
  async #register(nodes: readonly ApiObject[]): Promise<void> {
    const { recorder } = this.#parts;
    const recordEvent = (node: ApiObject, reason: string, words: string): void =>
      recorder.record(node, "Normal", reason, `Node ${node.metadata.name} event: ${words}`);
    const names = new Set(nodes.map(({ metadata }) => metadata.name ?? ""));
    for (const [name, node] of this.#known) {
      if (names.has(name)) continue;
      recordEvent(node, "RemovingNode", `Removing Node ${name} from Controller`);
      this.#known.delete(name);
      this.#unmarked.delete(name);
      this.#heartbeats.forget(name);
      for (const queue of this.#queues.values()) queue.delete(name);
    }
    for (const node of nodes) {
      const { name = "" } = node.metadata;
      if (this.#known.has(name)) continue;
      recordEvent(node, "RegisteredNode", `Registered Node ${name} in Controller`);
      this.#known.set(name, node);
      await this.#attempt(node, () => this.#withdraw(node));
    }
  }

  /** Never rejects: the next check retries. */
  async #checkNode(object: ApiObject, counts: Map<string, ZoneCount>): Promise<void> {
    const { name = "" } = object.metadata;
    const { vocabulary, onError } = this.#parts;
    try {
      const before = readiness(decoded<Node>(object)) ?? "Unknown";
      const current = await this.#markIfSilent(object);
      if (current === undefined) return;
      const ready = readiness(decoded<Node>(current));
      if (current.metadata.labels?.[vocabulary.render("node.{labelDomain}/exclude-disruption")] === undefined) {
        const zone = zoneOf(current, vocabulary);
        const count = counts.get(zone) ?? { ready: 0, unready: 0 };
        count[ready === "True" ? "ready" : "unready"] += 1;
        counts.set(zone, count);
      }
      if (ready === undefined) return;
      await this.#attempt(current, () => this.#updateTaints(current, before));
      const hasTurned = ready !== "True" && before === "True";
      if (hasTurned) {
        this.#parts.recorder.record(current, "Normal", "NodeNotReady", `Node ${name} status is now: NodeNotReady`);
      }
      if (hasTurned || (this.#unmarked.has(name) && before !== "True")) await this.#markPods(name);
      this.#unmarked.delete(name);
    } catch (error) {
      onError(error, name);
    }
  }

  /** The node after the check whether it is silent; undefined when it was deleted. @throws ApiError */
  async #markIfSilent(object: ApiObject): Promise<ApiObject | undefined> {
    const { client, now, vocabulary } = this.#parts;
    const { name = "" } = object.metadata;
    let current = object;
    for (let left = TRIES; ; left--) {
      const node = decoded<Node>(current);
      const lease = this.#leases.get(vocabulary.nodeLeaseNamespace, name);
      const isSilent = this.#heartbeats.untilSilent(node, lease && decoded<Lease>(lease), now()) < 0;
      const conditions = isSilent ? unknownConditions(node, now()) : undefined;
      if (conditions === undefined) return current;
      const status = { ...node.status, conditions };
      try {
        return await client.update({ ...NODES, name, subresource: "status" }, { ...current, status });
      } catch (error) {
        if (isApiError(error, "NotFound")) return undefined;
        if (left <= 1 || !isApiError(error, "Conflict")) throw error;
      }
      const fresh = await ignoring(["NotFound"], client.get({ ...NODES, name }));
      if (fresh === undefined) return undefined;
      current = fresh;
    }
  }

  /**
   * Queues a node for the evicting taint that its state requires. A node that has the other such taint gets it at once.
   */
  async #updateTaints(object: ApiObject, ready: string): Promise<void> {
    if (ready === "True") return this.#withdraw(object);
    const node = decoded<Node>(object);
    const { taint, opposite } = this.#taintsFor(ready);
    if (hasTaint(node, opposite)) return this.#change(object, { add: [taint], remove: [opposite] });
    if (!hasTaint(node, taint)) this.#queueOf(zoneOf(object, this.#parts.vocabulary)).add(object.metadata.name ?? "");
  }

  /** Sets a node's evicting taint, unless the node has become ready in the meantime. */
  async #evict(object: ApiObject): Promise<void> {
    const ready = readiness(decoded<Node>(object));
    if (ready === "True" || ready === undefined) return;
    const { taint, opposite } = this.#taintsFor(ready);
    await this.#change(object, { add: [taint], remove: [opposite] });
  }

  /** Removes the evicting taints from a node. */
  async #withdraw(object: ApiObject): Promise<void> {
    this.#queueOf(zoneOf(object, this.#parts.vocabulary)).delete(object.metadata.name ?? "");
    const remove = Object.values(this.#taints).filter((taint) => hasTaint(decoded<Node>(object), taint));
    await this.#change(object, { add: [], remove });
  }

  #taintsFor(ready: string): { readonly taint: Taint; readonly opposite: Taint } {
    const { notReady, unreachable } = this.#taints;
    return ready === "False" ? { taint: notReady, opposite: unreachable } : { taint: unreachable, opposite: notReady };
  }

  async #change(object: ApiObject, change: TaintChange): Promise<void> {
    const { client, now } = this.#parts;
    const node = decoded<Node>(object);
    const add = change.add.filter((taint) => !hasTaint(node, taint));
    await changeTaints(client, object, { ...change, add }, now());
  }

  /** @throws ApiError */
  async #markPods(name: string): Promise<void> {
    try {
      await eachTried(this.#pods.by(nodeOfPod, name), (pod) => markUnready(this.#parts, pod));
    } catch (error) {
      this.#unmarked.add(name);
      throw error;
    }
  }

  /** Changes a node; false when it has changed in the meantime, or could not be written. */
  async #attempt(node: ApiObject, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isApiError(error, "NotFound")) return true;
      if (!isApiError(error, "Conflict")) this.#parts.onError(error, node.metadata.name ?? "");
      return false;
    }
  }

  #queueOf(zone: string): TaintQueue {
    let queue = this.#queues.get(zone);
    if (queue === undefined) {
      queue = new TaintQueue(this.#options.nodeEvictionRate, this.#parts.now());
      this.#queues.set(zone, queue);
    }
    return queue;
  }
}
