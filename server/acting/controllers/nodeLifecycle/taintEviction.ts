import type { Node, Pod, Taint, Toleration } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { tolerates } from "../../placement/tolerations.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { isActive, timeOf } from "../pods/podState.ts";
import { nodeOfPod } from "./nodeLifecycle.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };

/** Drives pods away from nodes whose taints they do not tolerate, at once or when their time there is over. */
export function taintEvictionController(parts: InformedParts): RunningController {
  const { client, informers, recorder, now } = parts;
  const nodes = informers.of(NODES);
  const pods = informers.of(PODS);
  /** Pods that are to go, and when that was found out. */
  const marked = new Map<string, number>();

  function cancel(key: string, pod: ApiObject | undefined): void {
    if (marked.delete(key) && pod !== undefined) {
      recorder.tell(pod, "Normal", "TaintManagerEviction", `Cancelling deletion of Pod ${key}`);
    }
  }

  async function evict(key: string, pod: ApiObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    recorder.tell(pod, "Normal", "TaintManagerEviction", `Marking for deletion Pod ${key}`);
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
      if (pod === undefined || node === undefined || !isActive(pod)) {
        marked.delete(key);
        return undefined;
      }
      const taints = (decoded<Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
      const time =
        taints.length === 0 ? Number.POSITIVE_INFINITY : tolerated(decoded<Pod>(pod).spec?.tolerations ?? [], taints);
      if (time === Number.POSITIVE_INFINITY) {
        cancel(key, pod);
        return undefined;
      }
      const since = marked.get(key) ?? Math.min(now(), ...taints.flatMap(({ timeAdded }) => timeOf(timeAdded) ?? []));
      marked.set(key, since);
      const left = since + time - now();
      if (left > 0) return { again: left };
      await evict(key, pod);
      await informers.fresh();
      return undefined;
    },
  });
}

/** Milliseconds that a pod may stay in spite of some taints: zero when it does not tolerate one of them. */
export function tolerated(tolerations: readonly Toleration[], taints: readonly Taint[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const found = tolerations.filter((toleration) => tolerates(toleration, taint));
    if (found.length === 0) return 0;
    for (const { tolerationSeconds } of found) {
      if (tolerationSeconds !== undefined) least = Math.min(least, Math.max(0, tolerationSeconds) * 1000);
    }
  }
  return least;
}
