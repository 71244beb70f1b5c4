import type { Node, Pod, Taint, Toleration } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { tolerates } from "../../placement/tolerations.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { disruptionCondition } from "../pods/disruptionCondition.ts";
import { nodeOfPod } from "../pods/podState.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };

/** The decision to evict a pod. */
interface Mark {
  readonly uid: string | undefined;
  /** The taints and tolerations that led to it. */
  readonly cause: string;
  /** When, in milliseconds since the epoch. */
  readonly due: number;
  /** Whether the pod was evicted. */
  readonly isDone: boolean;
}

/** Evicts pods from nodes whose taints they do not tolerate, at once or when their toleration ends. */
export function taintEvictionController(parts: InformedParts): RunningController {
  const { client, informers, recorder, now } = parts;
  const nodes = informers.of(NODES);
  const pods = informers.of(PODS);
  const marked = new Map<string, Mark>();

  function cancel(key: string): void {
    const isPending = marked.get(key)?.isDone === false;
    marked.delete(key);
    if (isPending) recordEvent(key, `Cancelling deletion of Pod ${key}`);
  }

  /**
   * When to evict a pod; undefined when it may stay. It is computed again only when the taints or the pod's tolerations
   * have changed. A pod that is already waiting keeps its first time, as in the reference even when it now tolerates the
   * taints for a shorter time.
   */
  function mark(key: string, pod: ApiObject, node: ApiObject): Mark | undefined {
    const taints = (decoded<Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
    const known = marked.get(key);
    if (taints.length === 0 && known === undefined) return undefined;
    const { tolerations = [] } = decoded<Pod>(pod).spec ?? {};
    const cause = JSON.stringify([taints, tolerations]);
    if (known?.cause === cause) return known;
    const time = taints.length === 0 ? Number.POSITIVE_INFINITY : tolerated(tolerations, taints);
    const mayWait = known?.isDone === false && time !== undefined && time !== Number.POSITIVE_INFINITY;
    if (!mayWait) cancel(key);
    if (time === Number.POSITIVE_INFINITY) return undefined;
    const due = mayWait ? known.due : now() + (time ?? 0);
    const next: Mark = { uid: pod.metadata.uid, cause, due, isDone: false };
    marked.set(key, next);
    return next;
  }

  /** As in the reference, the Event names the pod only by its key, without its uid. */
  function recordEvent(key: string, message: string): void {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: splitKey(key) };
    recorder.record(pod, "Normal", "TaintManagerEviction", message);
  }

  async function evict(key: string, pod: ApiObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    recordEvent(key, `Marking for deletion Pod ${key}`);
    const words = { reason: "DeletionByTaintManager", message: "Taint manager: deleting due to NoExecute taint" };
    const condition = disruptionCondition(pod, words, now());
    const ref = { ...PODS, namespace, name };
    const patch = { metadata: { uid }, status: { conditions: [condition] } };
    await ignoring(
      ["NotFound", "Conflict"],
      client.patch({ ...ref, subresource: "status" }, patch, { type: "strategic" }),
    );
    await ignoring(["NotFound", "Conflict"], client.delete(ref, uid === undefined ? {} : { uid }));
  }

  return startController(parts, {
    needs: [pods.indexed(nodeOfPod)],
    sources: [
      { informer: pods },
      { informer: nodes, keys: ({ object }) => pods.by(nodeOfPod, object.metadata.name ?? "").map(keyOf) },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      if (marked.get(key)?.uid !== pod?.metadata.uid) cancel(key);
      const [nodeName] = pod === undefined ? [] : nodeOfPod(pod);
      if (pod === undefined || nodeName === undefined) return undefined;
      const node = nodes.get("", nodeName);
      // After a node was deleted, its pods keep their eviction times.
      const found = node === undefined ? marked.get(key) : mark(key, pod, node);
      if (found === undefined || found.isDone) return undefined;
      const left = found.due - now();
      if (left > 0) return { requeueAfter: left };
      await evict(key, pod);
      marked.set(key, { ...found, isDone: true });
      await informers.fresh();
      return undefined;
    },
  });
}

/** A toleration for the largest number of seconds never ends. */
const FOREVER = 2n ** 63n - 1n;

/**
 * Milliseconds that a pod may stay despite some taints; undefined when it does not tolerate one of them. Of several
 * tolerations of the same taint, the first counts.
 */
export function tolerated(tolerations: readonly Toleration[], taints: readonly Taint[]): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const found = tolerations.find((toleration) => tolerates(toleration, taint));
    if (found === undefined) return undefined;
    const { tolerationSeconds } = found;
    if (tolerationSeconds === undefined || BigInt(tolerationSeconds) === FOREVER) continue;
    least = Math.min(least, Math.max(0, milliseconds(tolerationSeconds)));
  }
  return least;
}
