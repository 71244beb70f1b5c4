import type { Node, Pod, Taint, Toleration } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { tolerates } from "../../placement/tolerations.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { nodeOfPod } from "../pods/podState.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };

/** Drives pods away from nodes whose taints they do not tolerate, at once or when their time there is over. */
export function taintEvictionController(parts: InformedParts): RunningController {
  const { client, informers, recorder, now } = parts;
  const nodes = informers.of(NODES);
  const pods = informers.of(PODS);
  /** Pods that are to go, by key, and when that was found out. */
  const marked = new Map<string, { readonly uid: string | undefined; readonly since: number }>();

  function cancel(key: string): void {
    if (marked.delete(key)) tell(key, `Cancelling deletion of Pod ${key}`);
  }

  /** Names the pod by no more than its key, as the reference does: the Event carries no uid. */
  function tell(key: string, message: string): void {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: splitKey(key) };
    recorder.tell(pod, "Normal", "TaintManagerEviction", message);
  }

  async function evict(key: string, pod: ApiObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    tell(key, `Marking for deletion Pod ${key}`);
    const condition = {
      type: "DisruptionTarget",
      status: "True",
      reason: "DeletionByTaintManager",
      message: "Taint manager: deleting due to NoExecute taint",
      lastTransitionTime: timestamp(now()),
    };
    const ref = { ...PODS, namespace, name };
    const patch = { metadata: { uid }, status: { conditions: [condition] } };
    await ignoring(
      ["NotFound", "Conflict"],
      client.patch({ ...ref, subresource: "status" }, patch, { type: "strategic" }),
    );
    await ignoring(["NotFound", "Conflict"], client.delete(ref, uid === undefined ? {} : { uid }));
    marked.delete(key);
  }

  return startController(parts, {
    sources: [
      { informer: pods },
      { informer: nodes, keys: ({ object }) => pods.by(nodeOfPod, object.metadata.name ?? "").map(keyOf) },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      const [nodeName] = pod === undefined ? [] : nodeOfPod(pod);
      const node = nodeName === undefined ? undefined : nodes.get("", nodeName);
      if (pod === undefined || node === undefined || pod.metadata.deletionTimestamp !== undefined) {
        marked.delete(key);
        return undefined;
      }
      const taints = (decoded<Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
      const time =
        taints.length === 0 ? Number.POSITIVE_INFINITY : tolerated(decoded<Pod>(pod).spec?.tolerations ?? [], taints);
      if (time === Number.POSITIVE_INFINITY) {
        cancel(key);
        return undefined;
      }
      const { uid } = pod.metadata;
      const known = marked.get(key);
      // A pod's time begins when it and the taint meet, however old the taint is.
      const since = known?.uid === uid && known !== undefined ? known.since : now();
      marked.set(key, { uid, since });
      const left = since + time - now();
      if (left > 0) return { again: left };
      await evict(key, pod);
      await informers.fresh();
      return undefined;
    },
  });
}

/**
 * Milliseconds that a pod may stay in spite of some taints: zero when it does not tolerate one of them. Of several tolerations of
 * the same taint, the first counts.
 */
export function tolerated(tolerations: readonly Toleration[], taints: readonly Taint[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const found = tolerations.find((toleration) => tolerates(toleration, taint));
    if (found === undefined) return 0;
    const { tolerationSeconds } = found;
    if (tolerationSeconds !== undefined) least = Math.min(least, Math.max(0, tolerationSeconds) * 1000);
  }
  return least;
}
